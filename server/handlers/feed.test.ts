import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { getMessage, getMessages, getSenders } from "~/contract/feed";
import { trailOf } from "~server/audit/testing/trail-of";
import { storeMessage } from "~server/feed/senders/testing/store-message";
import { openTestApi, type TestApi } from "~server/testing/open-test-api";
import { TEST_DIALECTS } from "~server/testing/open-test-store";
import { seedOrganization } from "~server/testing/seed-organization";

const WILLOW = {
  sender: "PCC",
  facility: "WILLOW",
  role: "facility",
  facility_id: 111,
  codes: "PV1-36:HOSP=02",
  bound_to: "",
};
const RAW = "MSH|^~\\&|PCC|WILLOW\rPID|1||77^^^PCC^MR||Haskerby^Bel\r";

describe.each(TEST_DIALECTS)("messages and senders on %s", (dialect) => {
  let api: TestApi;
  let token: string;
  beforeEach(async () => {
    api = await openTestApi(dialect);
    await seedOrganization(api.deps.store.db);
    ({ token } = await api.signIn({ accessLevel: "account_manager" }));
  });
  afterEach(() => api.close());

  const post = (path: string, body: object, by = token) =>
    api.fetch(path, {
      method: "POST",
      headers: { "x-access-token": by, "content-type": "application/json" },
      body: JSON.stringify(body),
    });

  async function statusOf(answer: Promise<Response>) {
    const response = await answer;
    const text = await response.text();
    const body = text === "" ? {} : (JSON.parse(text) as { code?: string });
    return [response.status, body.code];
  }

  async function senders() {
    const response = await api.get("/feed/senders", token);
    return response.status === 204
      ? []
      : getSenders.answer.parse(await response.json()).data;
  }

  async function listed(query = "") {
    const response = await api.get(`/feed/messages${query}`, token);
    expect(response.status).toBe(200);
    return getMessages.answer.parse(await response.json());
  }

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

  describe("a sender", () => {
    const KEY = { sender: "PCC", facility: "WILLOW" };

    async function versionOfWillow(): Promise<number> {
      const { version } = await db()
        .selectFrom("senders")
        .where("facility", "=", "WILLOW")
        .select("version")
        .executeTakeFirstOrThrow();
      return version;
    }

    it("is added, changed by its version and ended, which the trail tells", async () => {
      expect(await senders()).toEqual([]);
      expect(await statusOf(post("/feed/senders", WILLOW))).toEqual([
        204,
        undefined,
      ]);
      const version = await versionOfWillow();
      expect(await senders()).toEqual([{ ...WILLOW, version }]);
      const changed = { ...WILLOW, codes: "" };
      await post("/feed/senders", { ...changed, version });
      expect(await senders()).toEqual([{ ...changed, version: version + 1 }]);
      await post("/feed/senders/end", { ...KEY, version: version + 1 });
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

    it("has one name and code, and one change at a time", async () => {
      await post("/feed/senders", WILLOW);
      expect(await statusOf(post("/feed/senders", WILLOW))).toEqual([
        409,
        "conflict",
      ]);
      const stale = [409, "version_is_old"];
      const version = await versionOfWillow();
      const old = { ...WILLOW, codes: "", version: version + 9 };
      expect(await statusOf(post("/feed/senders", old))).toEqual(stale);
      const end = { ...KEY, version: version + 9 };
      expect(await statusOf(post("/feed/senders/end", end))).toEqual(stale);
      const other = { ...KEY, facility: "ELM", version };
      expect(await statusOf(post("/feed/senders/end", other))).toEqual([
        404,
        "not_found",
      ]);
      expect(await senders()).toEqual([{ ...WILLOW, version }]);
    });

    it("that was ended and is added again is another one to whoever had opened it before", async () => {
      await post("/feed/senders", WILLOW);
      const version = await versionOfWillow();
      await post("/feed/senders/end", { ...KEY, version });
      api.advance(1_000);
      await post("/feed/senders", { ...WILLOW, codes: "" });
      const stale = [409, "version_is_old"];
      const old = { ...WILLOW, version };
      expect(await statusOf(post("/feed/senders", old))).toEqual(stale);
      const end = { ...KEY, version };
      expect(await statusOf(post("/feed/senders/end", end))).toEqual(stale);
      expect(await senders()).toMatchObject([{ ...WILLOW, codes: "" }]);
    });

    it.each([
      [{ facility_id: null }, "facility_id"],
      [{ facility_id: 999 }, "facility_id"],
      [{ sender: "", facility: "" }, "sender"],
      [{ codes: "HOSP=02" }, "codes"],
    ])("with %j is refused, and the field told", async (change, field) => {
      const response = await post("/feed/senders", { ...WILLOW, ...change });
      expect(response.status).toBe(400);
      expect(await response.json()).toMatchObject({ field });
      expect(await senders()).toEqual([]);
    });

    it("has its messages applied anew when it comes, changes or ends", async () => {
      let woken = 0;
      api.deps.wakeFeed = () => (woken += 1);
      const id = await storeMessage(db(), {
        sender: "PCC",
        facility: "WILLOW",
        status: "waiting",
        reason: "unknown_sender",
      });
      await post("/feed/senders", WILLOW);
      expect(await stateOf(id)).toEqual({ status: "stored", reason: null });
      const version = await versionOfWillow();
      await post("/feed/senders", { ...WILLOW, codes: "", version });
      await post("/feed/senders/end", { ...KEY, version: version + 1 });
      expect(woken).toBe(3);
    });
  });

  describe("messages", () => {
    it("are none where nothing ever came", async () => {
      expect((await api.get("/feed/messages", token)).status).toBe(204);
    });

    it("that wait or cannot be used are listed, newest first, and counted", async () => {
      const waits = await storeMessage(db(), {
        sender: "PCC",
        status: "waiting",
        reason: "unknown_facility",
      });
      await storeMessage(db(), { status: "used" });
      const unusable = await storeMessage(db(), {
        status: "unusable",
        reason: "no_time",
      });
      const { data, next, counts } = await listed();
      expect(data.map(({ id }) => id)).toEqual([unusable, waits]);
      expect(next).toBeNull();
      expect(counts).toEqual([
        { reason: "no_time", count: 1 },
        { reason: "unknown_facility", count: 1 },
      ]);
      const idsOf = async (query: string) =>
        (await listed(query)).data.map(({ id }) => id);
      expect(await idsOf("?reason=no_time")).toEqual([unusable]);
      expect(await idsOf("?sender=PCC")).toEqual([waits]);
      expect(await idsOf(`?before=${unusable}`)).toEqual([waits]);
      expect(await idsOf("?status=used")).toHaveLength(1);
      expect(await idsOf("?status=dropped")).toEqual([]);
    });

    it("come in pages", async () => {
      for (let count = 0; count < 51; count += 1) {
        await storeMessage(db(), { status: "waiting", reason: "no_stay" });
      }
      const { data, next } = await listed();
      expect(data).toHaveLength(50);
      expect(next).toBe(data.at(-1)?.id);
      expect((await listed(`?before=${next}`)).data).toHaveLength(1);
    });

    it("are read as they came by account managers alone, which the trail tells", async () => {
      const id = await storeMessage(db(), { facility_id: 111 }, RAW);
      const response = await api.get(`/feed/messages/${id}`, token);
      expect(getMessage.answer.parse(await response.json())).toMatchObject({
        id,
        raw: RAW,
      });
      const admin = await api.signIn({ accessLevel: "admin" });
      const forbidden = await api.get(`/feed/messages/${id}`, admin.token);
      expect(forbidden.status).toBe(403);
      const views = await trailOf(api, "view_message");
      expect(views.map(({ details }) => details)).toEqual([
        { message_id: id, facility_id: 111 },
      ]);
      expect(JSON.stringify(api.logged)).not.toContain("Haskerby");
    });

    it("are there without their text where that is gone, or residents are closed to account managers", async () => {
      const withoutText = async (id: number) => {
        const response = await api.get(`/feed/messages/${id}`, token);
        const { raw, raw_is_closed } = getMessage.answer.parse(
          await response.json(),
        );
        return [raw, raw_is_closed];
      };
      const gone = await storeMessage(db(), {});
      expect(await withoutText(gone)).toEqual([null, false]);
      const id = await storeMessage(db(), {}, RAW);
      api.deps.accountManagersRead = false;
      expect(await withoutText(id)).toEqual([null, true]);
      expect((await api.get("/feed/messages/999", token)).status).toBe(404);
      expect(await trailOf(api, "view_message")).toEqual([]);
    });

    it("leave the residents that they name in the trail of who reads and treats them", async () => {
      const id = await storeMessage(
        db(),
        { status: "waiting", reason: "no_stay", facts: "{}" },
        RAW,
      );
      await nameResidents(id, [1002, 1001]);
      await api.get(`/feed/messages/${id}`, token);
      for (const action of ["retry", "drop"]) {
        await post(`/feed/messages/${id}`, { action });
      }
      const trail = await trailOf(api);
      expect(
        trail
          .filter(({ action }) => action.endsWith("_message"))
          .map(({ action, details }) => [action, details.patient_ids]),
      ).toEqual([
        ["view_message", "1001, 1002"],
        ["retry_message", "1001, 1002"],
        ["drop_message", "1001, 1002"],
      ]);
    });

    it("are tried again, dropped and taken back, as far as their state allows", async () => {
      const id = await storeMessage(db(), {
        status: "waiting",
        reason: "no_stay",
        facts: "{}",
      });
      let woken = 0;
      api.deps.wakeFeed = () => (woken += 1);
      const treat = (action: string) =>
        statusOf(post(`/feed/messages/${id}`, { action }));
      expect(await treat("restore")).toEqual([409, "conflict"]);
      expect(await treat("retry")).toEqual([204, undefined]);
      expect(await stateOf(id)).toEqual({ status: "stored", reason: null });
      await treat("drop");
      expect(await stateOf(id)).toEqual({ status: "dropped", reason: null });
      await treat("restore");
      expect(await stateOf(id)).toEqual({ status: "stored", reason: null });
      expect(woken).toBe(3);
      const trail = await trailOf(api);
      expect(
        trail
          .map(({ action }) => action)
          .filter((action) => action.endsWith("_message")),
      ).toEqual(["retry_message", "drop_message", "restore_message"]);
    });

    it("that can never be used keep their reason when they are dropped and taken back", async () => {
      const id = await storeMessage(db(), {
        status: "unusable",
        reason: "no_time",
      });
      for (const action of ["drop", "restore"]) {
        await post(`/feed/messages/${id}`, { action });
      }
      const state = { status: "unusable", reason: "no_time" };
      expect(await stateOf(id)).toEqual(state);
    });
  });
});
