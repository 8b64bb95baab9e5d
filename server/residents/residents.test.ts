import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { epochDayOf, newYorkDay } from "~/domain/calendar";
import {
  insertRows,
  stayRow,
  transferRow,
} from "~server/measures/testing/census";
import { openTestApi, type TestApi } from "~server/testing/open-test-api";
import type { TestUser } from "~server/testing/open-test-api";
import { TEST_DIALECTS } from "~server/testing/open-test-store";
import {
  ROAMING_NPI,
  seedOrganization,
  SETTLED_NPI,
} from "~server/testing/seed-organization";
import { viewResident } from "./service";
import {
  ACCOUNTS,
  insertResidents,
  type Resident,
  TODAY,
} from "./testing/placed-residents";

/** Who asks. */
const ASKERS: Record<string, TestUser> = {
  ...ACCOUNTS,
  accounts: { accessLevel: "account_manager" },
};

const NAME: Resident[1] = ["Ada", "Resident"];
/** The last one has no stays. */
const RESIDENTS: Resident[] = [
  [500, NAME, [111, ROAMING_NPI, 0, [600, 595]]],
  [510, NAME, [111, SETTLED_NPI, 1, [600, 595]]],
  [520, NAME, [211, ROAMING_NPI, 0, [600, 595]]],
  [
    530,
    NAME,
    [111, SETTLED_NPI, 0, [600, 595]],
    [211, ROAMING_NPI, 1, [590, 585]],
  ],
  [-540, NAME, [112, SETTLED_NPI, 1, [600, 595]]],
  [550, NAME],
];
/** Was merged into another one, who was merged into the resident at 111. */
const MERGED = 560;
const MERGED_LATER = 561;
const UNKNOWN = 570;

/** The facilities of the stays that are seen, 'nobody' (204), or the status of a refusal. */
type Seen = number[] | "nobody" | 403;

/** In the order of {@link RESIDENTS}, then of the merged one and of one that is not known. */
const MATRIX: Record<keyof typeof ASKERS, Seen[]> = {
  company: [[111], [111], [211], [211, 111], [112], [], [111], "nobody"],
  admin: [[111], [111], [211], [211, 111], [112], [], [111], "nobody"],
  accounts: [403, 403, 403, 403, 403, 403, 403, 403],
  division: [[111], [111], 403, [111], [112], 403, [111], 403],
  region: [[111], [111], 403, [111], [112], 403, [111], 403],
  facility: [[111], [111], 403, [111], 403, 403, [111], 403],
  facilities: [403, 403, [211], [211], [112], 403, 403, 403],
  physician: [[111], 403, [211], [211], 403, 403, [111], 403],
  isnp: [403, [111], 403, 403, [112], 403, 403, 403],
  "isnp company": [403, [111], 403, [211], [112], 403, 403, 403],
};

async function facilitiesSeen(
  api: TestApi,
  token: string,
  id: number,
): Promise<Seen> {
  const { status, answer } = await api.ask(token, viewResident, {
    id,
    page: 0,
  });
  if (status === 204) return "nobody";
  if (status === 403) return 403;
  expect(status).toBe(200);
  return answer?.story
    ? answer.story.stays.map(({ facilityId }) => facilityId)
    : facilitiesSeen(api, token, answer!.mergedInto);
}

describe.each(TEST_DIALECTS)("residents on %s", (dialect) => {
  let api: TestApi;
  beforeAll(async () => {
    api = await openTestApi(dialect);
    await insertAll(api);
  });
  afterAll(() => api.close());

  const ids = [...RESIDENTS.map(([id]) => id), MERGED, UNKNOWN];

  async function askAs(account: string, id: number) {
    const { token } = await api.signIn(ASKERS[account]!);
    return api.ask(token, viewResident, { id, page: 0 });
  }

  it.each(Object.keys(ASKERS))(
    "are seen at one's own places alone: %s",
    async (account) => {
      const { token } = await api.signIn(ASKERS[account]!);
      const seen: Seen[] = [];
      for (const id of ids) seen.push(await facilitiesSeen(api, token, id));
      expect(seen).toEqual(MATRIX[account]);
    },
  );

  it("leave each view in the trail", async () => {
    const views = async () => {
      const rows = await api.deps.store.db
        .selectFrom("audit_events")
        .where("action", "=", "view_resident")
        .select("details")
        .execute();
      return rows.map(({ details }) => details);
    };
    const before = await views();
    expect((await askAs("admin", 500)).status).toBe(200);
    expect(await views()).toEqual([...before, '{"patient_id":500}']);
    expect((await askAs("accounts", 500)).status).toBe(403);
    expect(await views()).toHaveLength(before.length + 1);
  });

  it("are out at hospital until somebody tells where else they are", async () => {
    const { db } = api.deps.store;
    const today = epochDayOf(newYorkDay(api.deps.clock()));
    const open = (id: number, facility_id: number, admitted_on: number) => ({
      ...stayRow({
        ...{ id, facility_id, admitted_on, patient_id: 550 },
        ...{ npi: null, isnp: 0, discharged_on: null, admitted_from: "other" },
      }),
      long_stay_from: admitted_on + 100,
    });
    const outSince = async () => {
      const { answer } = await askAs("facility", 550);
      return answer?.story?.stays.map((stay) => stay.outSince);
    };
    await insertRows(db, "stays", [open(550, 111, today - 40)]);
    await insertRows(db, "transfers", [
      {
        ...transferRow({
          ...{ id: 550, patient_id: 550, facility_id: 111, planned: 0 },
          ...{ transferred_on: today - 2, outcome: "inpatient" },
        }),
        stay_id: 550,
        trip_id: 550,
        trip_planned: 0,
      },
    ]);
    expect(await outSince()).toEqual([today - 2]);
    // Whoever may not see that stay is not told where, but not told wrong.
    await insertRows(db, "stays", [open(551, 211, today - 1)]);
    expect(await outSince()).toEqual([null]);
    await db.deleteFrom("transfers").where("id", "=", 550).execute();
    await db.deleteFrom("stays").where("patient_id", "=", 550).execute();
  });

  it("say of an event elsewhere what explains a figure, and name no place of others", async () => {
    const storyFor = async (account: string) =>
      (await askAs(account, 530)).answer?.story;
    const seen = await storyFor("facility");
    expect(seen?.stays).toMatchObject([
      {
        facilityId: 111,
        returned: { rth: true },
        returnedElsewhere: {
          rth: { outcome: "inpatient", facilityName: null },
        },
      },
    ]);
    expect(seen?.transfers).toEqual([]);
    expect(JSON.stringify(seen)).not.toContain("Birch");
    // Who sees the transfer is not told of it twice.
    const all = await storyFor("company");
    expect(all?.transfers).toMatchObject([{ facilityName: "Birch House" }]);
    expect(all?.stays.at(-1)).toMatchObject({
      returned: { rth: true },
      returnedElsewhere: { rth: null },
    });
  });
});

async function insertAll(api: TestApi): Promise<void> {
  const { db } = api.deps.store;
  await seedOrganization(db);
  await insertResidents(api, [
    ...RESIDENTS,
    [MERGED, NAME],
    [MERGED_LATER, NAME],
  ]);
  await db.updateTable("stays").set({ rth: 1 }).where("id", "=", 530).execute();
  await insertRows(db, "transfers", [
    {
      ...transferRow({
        ...{ id: 1, patient_id: 530, facility_id: 211, planned: 0 },
        ...{ transferred_on: TODAY - 588, outcome: "inpatient" },
      }),
      ...{ stay_id: 531, trip_id: 1, trip_planned: 0, long_stay: 0 },
    },
  ]);
  const merged_at = "2026-01-01T00:00:00.000Z";
  await db
    .insertInto("merges")
    .values([
      { from_id: MERGED, into_id: MERGED_LATER, merged_at },
      { from_id: MERGED_LATER, into_id: 500, merged_at },
    ])
    .execute();
}
