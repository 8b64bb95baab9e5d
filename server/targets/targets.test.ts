import { beforeAll, describe, expect, it } from "vitest";
import type { NoteLevel } from "~/domain/graphs/note-kinds";
import { trailOf } from "~server/audit/testing/trail-of";
import { openTestApi, type TestUser } from "~server/testing/open-test-api";
import { seedOrganization } from "~server/testing/seed-organization";
import {
  CHARTED_PLACES,
  RIGHTS_AT_CHARTED_PLACES,
  USERS,
} from "~server/testing/users-of-levels";
import { readTargets } from "./read-targets";
import { endTarget, listTargets, setTarget } from "./service";
import { openedForAll } from "~server/testing/opened";

const TARGET = {
  ...{ measure: "rth_30", value: "15.5", from: "2026-01-01" },
  reason: "Board goal",
};

const COMPANY = USERS["the company"];
const FACILITY = USERS["a facility"];

describe("targets", () => {
  const api = openedForAll(() => openTestApi());
  beforeAll(() => seedOrganization(api.deps.store.db));

  async function signIn(user: TestUser) {
    const { token } = await api.signIn(user);
    return {
      read: async (path: string, ended = false) => {
        const input = { place: placeOf(path), ended };
        const { status, answer } = await api.ask(token, listTargets, input);
        return { status, ...answer };
      },
      set: async (path: string, more: Partial<typeof TARGET> = {}) => {
        const input = { place: placeOf(path), ...TARGET, ...more };
        const { status, refusal } = await api.ask(token, setTarget, input);
        return { status, ...refusal?.body };
      },
      end: async (path: string, targetId: number, version = 1) => {
        const input = { place: placeOf(path), targetId, version };
        return (await api.ask(token, endTarget, input)).status;
      },
    };
  }

  it.each(RIGHTS_AT_CHARTED_PLACES)(
    "are read and set by %s where they may",
    async (who, expected) => {
      const asker = await signIn(USERS[who]);
      const found = [];
      for (const [level, id] of CHARTED_PLACES) {
        const path = `${level}/${id}`;
        const { status, mayWrite } = await asker.read(path);
        const right = status === 200 ? (mayWrite ? "w" : "r") : status;
        const refused = right === "r" ? 403 : status;
        // Whoever may not write learns nothing of what is wrong, nor of what there is.
        const empty = await asker.set(path, { reason: "" });
        expect(empty.status).toBe(mayWrite ? 400 : refused);
        const ended = await asker.end(path, 999_999);
        expect(ended).toBe(mayWrite ? 404 : refused);
        found.push(right);
      }
      expect((await asker.read("physician/1000000001")).status).toBe(400);
      expect(found).toEqual(expected);
    },
  );

  it("are set once for a measure, read below, ended where they are, and audited", async () => {
    const region = await signIn(USERS["a region"]);
    const setIt = () => region.set("region/11", { reason: " Board goal" });
    const set = await Promise.all([setIt(), setIt()]);
    expect(set.map(({ status }) => status).sort()).toEqual([204, 400]);
    const again = { field: "measure", error: HAS_ONE };
    expect(await region.set("region/11")).toMatchObject(again);
    const facility = await signIn(FACILITY);
    const { targets = [] } = await facility.read("facility/111");
    expect(targets).toEqual([
      {
        ...TARGET,
        ...{ level: "region", placeId: 11, placeName: "Lakes" },
        ...{ id: expect.any(Number) as number, value: 15.5, version: 1 },
        ...{ author: expect.any(String) as string, addedAt: TIME },
        ...{ endedBy: null, endedAt: null },
      },
    ]);
    const id = targets[0]?.id ?? 0;
    expect(await facility.end("facility/111", id)).toBe(404);
    const all = await signIn(COMPANY);
    expect((await all.read("region/12")).targets).toEqual([]);
    expect((await all.read("division/1")).targets).toEqual([]);
    expect(await region.end("region/11", id, 2)).toBe(409);
    expect(await region.end("region/11", id)).toBe(204);
    expect(await region.end("region/11", id)).toBe(409);
    expect((await facility.read("facility/111")).targets).toEqual([]);
    const { targets: ended } = await facility.read("facility/111", true);
    expect(ended).toMatchObject([{ id, version: 2, endedAt: TIME }]);
    expect((await region.set("region/11")).status).toBe(204);
    const trail = await trailOf(api);
    const place = { level: "region", subject_id: 11 };
    const details = { target_id: id, measure: "rth_30", ...place };
    expect(
      trail
        .filter(({ action }) => action.endsWith("_target"))
        .map(({ action, details }) => [action, details]),
    ).toEqual([
      ["set_target", details],
      ["end_target", details],
      ["set_target", { ...details, target_id: expect.any(Number) as number }],
    ]);
  });

  it("of many places are read together, each with those above", async () => {
    const all = await signIn(COMPANY);
    await all.set("company/0", { value: "12" });
    await all.set("facility/111", { value: "9" });
    await all.set("facility/211", { measure: "hosp_1000", value: "1.62" });
    const values = async (level: NoteLevel, ...ids: number[]) => {
      const found = await readTargets(api.deps.store.db, level, ids);
      const of = (id: number) => (found.get(id) ?? []).map((one) => one.value);
      return ids.map((id) => of(id).sort((one, other) => one - other));
    };
    expect(await values("facility", 111, 121, 211)).toEqual([
      [9, 12, 15.5],
      [12],
      [1.62, 12],
    ]);
    expect(await values("region", 11, 12)).toEqual([[12, 15.5], [12]]);
    expect(await values("division", 1)).toEqual([[12]]);
    expect(await values("company", 0)).toEqual([[12]]);
  });
});

const HAS_ONE = "It has a target here. End that first.";
const TIME = "2026-06-15T12:00:00.000Z";

function placeOf(path: string): { level: NoteLevel; id: number } {
  const [level, id] = path.split("/");
  return { level: level as NoteLevel, id: Number(id) };
}
