import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { insertRows, transferRow } from "~server/measures/testing/census";
import {
  openTestApi,
  type TestApi,
  type TestUser,
} from "~server/testing/open-test-api";
import { TEST_DIALECTS } from "~server/testing/open-test-store";
import {
  ROAMING_NPI,
  seedOrganization,
  SETTLED_NPI,
} from "~server/testing/seed-organization";
import { findResidents } from "./service";
import {
  ACCOUNTS,
  insertResidents,
  type Resident,
  TODAY,
} from "./testing/placed-residents";

/** Who searches. */
const SEARCHERS: Record<string, TestUser> = {
  ...ACCOUNTS,
  "isnp physician": {
    accessLevel: "physician",
    ids: [ROAMING_NPI],
    isnpOnly: true,
  },
};

/** All are found by 'ada'. */
const RESIDENTS: Resident[] = [
  [500, ["Ada", "Brown"], [111, ROAMING_NPI, 0, [40, null], "2 West"]],
  [510, ["Ada", "Clark"], [111, SETTLED_NPI, 1, [50, 10]]],
  [520, ["Ada", "Dean"], [211, ROAMING_NPI, 0, [60, null], "2 West"]],
  [
    530,
    ["Ada", "Evans"],
    [111, SETTLED_NPI, 0, [80, 60], "Rehab"],
    [211, ROAMING_NPI, 1, [50, null], "Rehab"],
  ],
  [-540, ["Ada", "Frost"], [112, SETTLED_NPI, 1, [30, null]]],
  [550, ["Ada", "Gone"], [111, ROAMING_NPI, 1, [300, 100]]],
  [560, ["Ada", "Nowhere"]],
];

/** Whom 'ada' finds, in their order. */
const MATRIX: Record<string, number[]> = {
  company: [500, 520, 530, -540, 510],
  admin: [500, 520, 530, -540, 510],
  division: [500, -540, 510, 530],
  region: [500, -540, 510, 530],
  facility: [500, 510, 530],
  facilities: [520, 530, -540],
  physician: [500, 520, 530],
  isnp: [-540, 510],
  "isnp company": [530, -540, 510],
  "isnp physician": [530],
};

const OTHERS: Resident[] = [
  [600, ["Bríd", "O’Brien-Søndergaard"], [121, SETTLED_NPI, 0, [9, null]]],
  [610, ["Łukasz", "Van Dyke"], [121, SETTLED_NPI, 0, [9, null], "2 East"]],
  [620, ["Max", "West"], [121, SETTLED_NPI, 0, [9, null], "2 West"]],
  [630, ["Max", "West"], [121, SETTLED_NPI, 0, [9, 2], "2 West"]],
];

describe.each(TEST_DIALECTS)("residents of a search on %s", (dialect) => {
  let api: TestApi;
  beforeAll(async () => {
    api = await openTestApi(dialect);
    const { db } = api.deps.store;
    await seedOrganization(db);
    await insertResidents(api, [...RESIDENTS, ...OTHERS]);
    await db
      .insertInto("merges")
      .values({
        ...{ from_id: 560, into_id: 500 },
        merged_at: "2026-01-01T00:00:00.000Z",
      })
      .execute();
  });
  afterAll(() => api.close());

  async function find(account: string, text: string) {
    const { token } = await api.signIn(SEARCHERS[account]!);
    const { status, answer } = await api.ask(token, findResidents, { text });
    expect(status).toBe(200);
    return answer!;
  }

  async function idsOf(account: string, text: string): Promise<number[]> {
    const { residents, count } = await find(account, text);
    expect(count).toBe(residents.length);
    return residents.map(({ id }) => id);
  }

  it.each(Object.keys(SEARCHERS))(
    "are found at one's own places alone, once, those in house first: %s",
    async (account) => {
      expect(await idsOf(account, "ada")).toEqual(MATRIX[account]);
    },
  );

  it("are not for account managers", async () => {
    const before = await searches();
    const { token } = await api.signIn({ accessLevel: "account_manager" });
    const { status } = await api.ask(token, findResidents, { text: "ada" });
    expect(status).toBe(403);
    expect(await searches()).toEqual(before);
  });

  it.each([
    ["o'brien", [600]],
    ["SON", [600]],
    ["brid", [600]],
    ["lukasz", [610]],
    ["van dyke, Łuk", [610]],
    ["yke", []],
    ["brown ada", [500]],
    ["brown eve", []],
    ["m-500", [500]],
    ["MRN M-500", [500]],
    ["m-50", []],
    ["m--540 frost", [-540]],
    ["2 west", [500, 520, 620]],
    ["2 WEST brown", [500]],
    ["rehab", [530]],
    ["west", [620, 630]],
    [", ,", []],
  ])("are found by '%s'", async (text, ids) => {
    expect(await idsOf("company", text)).toEqual(ids);
  });

  it("say how the newest stay in view stands", async () => {
    const { db } = api.deps.store;
    await insertRows(db, "transfers", [
      {
        ...transferRow({
          ...{ id: 900, patient_id: 520, facility_id: 211, planned: 0 },
          ...{ transferred_on: TODAY - 2, outcome: "inpatient" },
        }),
        ...{ stay_id: 520, trip_id: 900, trip_planned: 0, long_stay: 0 },
      },
    ]);
    const { residents } = await find("company", "ada");
    expect(
      residents.map(({ id, ...one }) => [
        ...[id, one.mrn, one.facilityName, one.unit],
        ...[one.admittedOn, one.dischargedOn, one.outSince].map(
          (day) => day && TODAY - day,
        ),
      ]),
    ).toEqual([
      [500, "M-500", "Willow House", "2 West", 40, null, null],
      [520, "M-520", "Birch House", "2 West", 60, null, 2],
      [530, "M-530", "Birch House", "Rehab", 50, null, null],
      [-540, "M--540", "Alder House", null, 30, null, null],
      [510, "M-510", "Willow House", null, 50, 10, null],
    ]);
    const [, , evans] = (await find("facility", "ada")).residents;
    expect(evans).toMatchObject({ id: 530, facilityName: "Willow House" });
  });

  it("are 20 at most, and all are counted", async () => {
    const { db } = api.deps.store;
    const many = Array.from({ length: 25 }, (_, at): Resident => [
      700 + at,
      ["Zoe", "Many"],
      [121, SETTLED_NPI, 0, [9, null]],
    ]);
    await insertResidents(api, many);
    const { residents, count } = await find("company", "many");
    expect([residents.length, count]).toEqual([20, 25]);
    await db.deleteFrom("stays").where("patient_id", ">=", 700).execute();
  });

  it("leave in the trail each search with whom it showed, and not what was typed", async () => {
    const before = await searches();
    await find("company", "clark");
    await find("company", "nobody of this name");
    expect((await searches()).slice(before.length)).toEqual([
      { details: '{"list":"search","rows":1}', residents: [510] },
      { details: '{"list":"search","rows":0}', residents: [] },
    ]);
  });

  async function searches() {
    const { db } = api.deps.store;
    await api.deps.audit.settled();
    const events = await db
      .selectFrom("audit_events")
      .where("action", "=", "view_patients")
      .select(["list_id", "details"])
      .orderBy("id")
      .execute();
    const named = await db
      .selectFrom("audited_residents")
      .selectAll()
      .execute();
    return events.map(({ list_id, details }) => ({
      details,
      residents: named
        .filter((row) => row.list_id === list_id)
        .map((row) => row.patient_id),
    }));
  }
});
