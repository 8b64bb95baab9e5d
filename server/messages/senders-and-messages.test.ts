import type { z } from "zod";
import { beforeEach, describe, expect, it } from "vitest";
import type { MessageAction } from "~/features/messages/rules/message-states";
import { trailOf } from "~server/audit/testing/trail-of";
import { openTestApi } from "~server/testing/open-test-api";
import { openedForEach } from "~server/testing/opened";
import { TEST_DIALECTS } from "~server/testing/open-test-store";
import { seedOrganization } from "~server/testing/seed-organization";
import { storeMessage } from "./senders/testing/store-message";
import {
  endSender,
  listFeedMessages,
  listSenders,
  readFeedMessage,
  saveSender,
  treatMessage,
} from "./service";

const WILLOW = {
  sender: "PCC",
  facility: "WILLOW",
  role: "facility",
  facility_id: 111,
  codes: "PV1-36:HOSP=02",
  bound_to: "",
} as const;
type SenderInput = z.input<typeof saveSender.input>;

const STALE = { status: 409, refusal: { body: { code: "version_is_old" } } };
const RAW = "MSH|^~\\&|PCC|WILLOW\rPID|1||77^^^PCC^MR||Haskerby^Bel\r";

describe.each(TEST_DIALECTS)("messages and senders on %s", (dialect) => {
  const api = openedForEach(() => openTestApi(dialect));
  let token: string;
  beforeEach(async () => {
    await seedOrganization(api.deps.store.db);
    ({ token } = await api.signIn({ accessLevel: "account_manager" }));
  });

  const save = (change: Partial<SenderInput> = {}) =>
    api.ask(token, saveSender, { ...WILLOW, ...change });
  const end = (version: number, facility = "WILLOW") =>
    api.ask(token, endSender, { sender: "PCC", facility, version });
  const senders = async () =>
    (await api.ask(token, listSenders, {})).answer?.senders;
  const read = (id: number) => api.ask(token, readFeedMessage, { id });
  const treat = (id: number, action: MessageAction) =>
    api.ask(token, treatMessage, { id, action });

  const db = () => api.deps.store.db;

  /** Has a message name a number of each of some residents, which are added. */
  async function nameResidents(message_id: number, ids: number[]) {
    for (const id of ids) {
      const resident = { id, mrn: null, first_name: "Bel", last_name: "Ash" };
      await db()
        .insertInto("patients")
        .values({ ...resident, frailty_score: null })
        .execute();
      const number = await db()
        .insertInto("feed_numbers")
        .values({ scope: "=PCC", number: String(id), patient_id: id })
        .returning("id")
        .executeTakeFirstOrThrow();
      await db()
        .insertInto("feed_message_numbers")
        .values({ message_id, number_id: number.id })
        .execute();
    }
  }

  const stateOf = (id: number) =>
    db()
      .selectFrom("feed_messages")
      .where("id", "=", id)
      .select(["status", "reason"])
      .executeTakeFirst();

  it.each(["admin", "company", "facility"] as const)(
    "are not for the level %s",
    async (accessLevel) => {
      const id = await storeMessage(db(), { status: "waiting" }, RAW);
      await save();
      ({ token } = await api.signIn({ accessLevel, ids: [111] }));
      for (const asked of [
        api.ask(token, listSenders, {}),
        save({ facility: "ELM" }),
        end(1),
        api.ask(token, listFeedMessages, {}),
        read(id),
        treat(id, "drop"),
      ]) {
        expect((await asked).status).toBe(403);
      }
      const trail = await trailOf(api);
      expect(trail.map(({ action }) => action)).toEqual(["create_sender"]);
    },
  );

  describe("a sender", () => {
    const versionOfWillow = async () => (await senders())?.[0]?.version ?? 0;

    it("is added, changed by its version and ended, which the trail tells", async () => {
      expect(await senders()).toEqual([]);
      expect((await save()).status).toBe(204);
      const version = await versionOfWillow();
      expect(await senders()).toEqual([{ ...WILLOW, version }]);
      await save({ codes: "", version });
      expect(await senders()).toEqual([
        { ...WILLOW, codes: "", version: version + 1 },
      ]);
      await end(version + 1);
      expect(await senders()).toEqual([]);
      const trail = await trailOf(api);
      expect(
        trail
          .filter(({ action }) => action.endsWith("_sender"))
          .map(({ action, details }) => [action, details.codes]),
      ).toEqual([
        ["create_sender", "PV1-36:HOSP=02"],
        ["change_sender", "PV1-36:HOSP=02 → "],
        ["delete_sender", ""],
      ]);
    });

    it("has one name and code", async () => {
      await save();
      expect((await save()).refusal).toMatchObject({
        ...{ body: { code: "conflict" }, problems: [{ field: "sender" }] },
      });
      const version = await versionOfWillow();
      expect((await end(version, "ELM")).status).toBe(404);
      expect(await senders()).toEqual([{ ...WILLOW, version }]);
    });

    it("that was ended and is added again is another one to whoever had opened it before", async () => {
      await save();
      const version = await versionOfWillow();
      await end(version);
      api.advance(1_000);
      await save({ codes: "" });
      expect(await save({ version })).toMatchObject(STALE);
      expect(await end(version)).toMatchObject(STALE);
      expect(await senders()).toMatchObject([{ ...WILLOW, codes: "" }]);
    });

    it("has its messages applied again when it comes, changes or ends", async () => {
      let woken = 0;
      api.deps.wakeFeed = () => (woken += 1);
      const id = await storeMessage(db(), {
        sender: "PCC",
        facility: "WILLOW",
        status: "waiting",
        reason: "unknown_sender",
      });
      await save();
      expect(await stateOf(id)).toEqual({ status: "stored", reason: null });
      const version = await versionOfWillow();
      await save({ codes: "", version });
      await end(version + 1);
      expect(woken).toBe(3);
    });
  });

  describe("messages", () => {
    it("leave the residents that they name in the trail of who reads and treats them", async () => {
      const id = await storeMessage(
        db(),
        { facility_id: 111, status: "waiting", facts: "{}" },
        RAW,
      );
      await nameResidents(id, [1002, 1001]);
      await read(id);
      for (const action of ["retry", "drop"] as const) await treat(id, action);
      const trail = (await trailOf(api)).filter(({ action }) =>
        action.endsWith("_message"),
      );
      const details = {
        message_id: id,
        facility_id: 111,
        patient_ids: "1001, 1002",
      };
      expect(trail.map((event) => [event.action, event.details])).toEqual([
        ["view_message", details],
        ["retry_message", details],
        ["drop_message", details],
      ]);
    });

    const ACTIONS = ["retry", "drop", "restore"] as const;

    it.each([
      ["stored", [409, 204, 409]],
      ["used", [409, 204, 409]],
      ["waiting", [204, 204, 409]],
      ["aside", [409, 409, 409]],
      ["unusable", [409, 204, 409]],
      ["dropped", [409, 409, 204]],
    ] as const)("that are %s can be treated: %j", async (status, expected) => {
      let woken = 0;
      api.deps.wakeFeed = () => (woken += 1);
      const answers: number[] = [];
      for (const action of ACTIONS) {
        const facts = /aside|unusable/.test(status) ? null : "{}";
        const id = await storeMessage(db(), { status, facts });
        answers.push((await treat(id, action)).status);
      }
      expect(answers).toEqual(expected);
      const done = ACTIONS.filter((_, at) => expected[at] === 204);
      expect(woken).toBe(done.length);
      const trail = (await trailOf(api)).map(({ action }) => action);
      expect(trail.filter((one) => one.endsWith("_message"))).toEqual(
        done.map((action) => `${action}_message`),
      );
    });

    it.each([
      [{ status: "waiting", reason: "no_stay", facts: "{}" }, "stored", null],
      [{ status: "unusable", reason: "no_time" }, "unusable", "no_time"],
    ] as const)(
      "dropped from %j and taken back are %s",
      async (message, ...to) => {
        const id = await storeMessage(db(), message);
        await treat(id, "drop");
        expect((await stateOf(id))?.status).toBe("dropped");
        await treat(id, "restore");
        const [status, reason] = to;
        expect(await stateOf(id)).toEqual({ status, reason });
      },
    );
  });
});
