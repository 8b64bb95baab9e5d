import { sql, type RawBuilder, type SqlBool } from "kysely";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { AccessLevel } from "~/domain/access/ranks";
import type { Viewer } from "~/domain/access/viewer";
import {
  insertRows,
  stayRow,
  transferRow,
} from "~server/measures/testing/census";
import { readSeenNotes } from "~server/notes/notes-in-view";
import type { Store } from "~server/store/open-store";
import { openTestStore, TEST_DIALECTS } from "~server/testing/open-test-store";
import {
  IDLE_NPI,
  ROAMING_NPI,
  seedOrganization,
  SETTLED_NPI,
} from "~server/testing/seed-organization";
import { residentView } from "./read-resident";

function viewer(
  accessLevel: AccessLevel,
  accessLevelIds: number[],
  isnpOnly = false,
): Viewer {
  return { accessLevel, accessLevelIds, isnpOnly };
}

/** One resident, seen from all sides. Ids below 0 are those of a feed. */
const RESIDENT = -7;

const STAYS = [
  { id: 101, facility_id: 111, npi: ROAMING_NPI, isnp: 0 },
  { id: 102, facility_id: 111, npi: SETTLED_NPI, isnp: 1 },
  { id: -103, facility_id: 211, npi: ROAMING_NPI, isnp: 1 },
  { id: 104, facility_id: 121, npi: null, isnp: 0 },
] as const;

/** Stay after stay, 20 days each. */
function daysOf(at: number) {
  return { admitted_on: 20_000 + at * 20, discharged_on: 20_020 + at * 20 };
}

/** Of every stay one, and one at 111 that none holds. */
const TRANSFERS = [
  ...STAYS.map(({ id, facility_id }, at) => ({
    id: id * 10,
    stay_id: id,
    facility_id,
    transferred_on: daysOf(at).admitted_on + 5,
  })),
  { id: 9, stay_id: null, facility_id: 111, transferred_on: 19_000 },
];

/** Of every stay one with its physician, and one at 111 on no day of a stay, for a physician who has none of the stays. */
const NOTES = [
  ...STAYS.map(({ facility_id, npi }, at) => ({
    id: 500 + at,
    facility_id,
    npi,
    noted_at: new Date(
      (daysOf(at).admitted_on + 3) * 86_400_000 + 43_200_000,
    ).toISOString(),
  })),
  {
    id: 509,
    facility_id: 111,
    npi: IDLE_NPI,
    noted_at: "2021-01-01T12:00:00.000Z",
  },
];

type Seen = { stays: number[]; transfers: number[]; notes: number[] };

const EVERYTHING: Seen = {
  stays: [101, 102, -103, 104],
  transfers: [1010, 1020, -1030, 1040, 9],
  notes: [500, 501, 502, 503, 509],
};
const NOTHING: Seen = { stays: [], transfers: [], notes: [] };
const FLAGGED: Seen = {
  stays: [102, -103],
  transfers: [1020, -1030],
  notes: [501, 502],
};
const AT_111: Seen = {
  stays: [101, 102],
  transfers: [1010, 1020, 9],
  notes: [500, 501, 509],
};
const AT_111_FLAGGED: Seen = { stays: [102], transfers: [1020], notes: [501] };
const AT_211: Seen = { stays: [-103], transfers: [-1030], notes: [502] };
const AT_121: Seen = { stays: [104], transfers: [1040], notes: [503] };

describe.each(TEST_DIALECTS)("what is seen of residents on %s", (dialect) => {
  let store: Store;
  beforeAll(async () => {
    store = await openTestStore(dialect);
    await seedOrganization(store.db);
    await insertResident(store);
  });
  afterAll(() => store.close());

  it.each<[string, Viewer, Seen]>([
    ["an account manager", viewer("account_manager", [0]), EVERYTHING],
    ["an admin", viewer("admin", [0]), EVERYTHING],
    ["the company", viewer("company", [0]), EVERYTHING],
    ["the company, ISNP only", viewer("company", [0], true), FLAGGED],
    ["a division", viewer("division", [2]), AT_211],
    ["a region", viewer("region", [11]), AT_111],
    ["a region, ISNP only", viewer("region", [11], true), AT_111_FLAGGED],
    ["a foreign region, ISNP only", viewer("region", [12], true), NOTHING],
    ["a facility", viewer("facility", [111]), AT_111],
    ["a facility, ISNP only", viewer("facility", [111], true), AT_111_FLAGGED],
    ["another facility", viewer("facility", [121]), AT_121],
    ["a foreign facility", viewer("facility", [112]), NOTHING],
    ["a facility without ids", viewer("facility", []), NOTHING],
    [
      "a physician",
      viewer("physician", [ROAMING_NPI]),
      { stays: [101, -103], transfers: [1010, -1030], notes: [500, 502] },
    ],
    [
      "a physician, ISNP only",
      viewer("physician", [ROAMING_NPI], true),
      AT_211,
    ],
    [
      "a physician who has a note alone",
      viewer("physician", [IDLE_NPI]),
      { ...NOTHING, notes: [509] },
    ],
    ["a physician without ids", viewer("physician", []), NOTHING],
  ])("is its own for %s", async (_, who, expected) => {
    const view = await residentView(store.db, who);
    const idsOf = async (
      table: "stays" | "transfers",
      condition: RawBuilder<SqlBool>,
    ) => {
      const rows = await store.db
        .selectFrom(table)
        .where(
          sql<SqlBool>`${sql.ref(`${table}.patient_id`)} = ${RESIDENT} and ${condition}`,
        )
        .select("id")
        .execute();
      return rows.map(({ id }) => id);
    };
    const notes = await readSeenNotes(
      store.db,
      { viewer: who, userId: 1, now: new Date() },
      sql<SqlBool>`notes.patient_id = ${RESIDENT}`,
    );
    const seen: Seen = {
      stays: await idsOf("stays", view.stays),
      transfers: await idsOf("transfers", view.transfers),
      notes: notes.map(({ id }) => id),
    };
    expect(sorted(seen)).toEqual(sorted(expected));
  });
});

function sorted(seen: Seen): Seen {
  const inOrder = (ids: number[]) => [...ids].sort((a, b) => a - b);
  return {
    stays: inOrder(seen.stays),
    transfers: inOrder(seen.transfers),
    notes: inOrder(seen.notes),
  };
}

async function insertResident({ db }: Store): Promise<void> {
  const patient = {
    ...{ id: RESIDENT, mrn: "M-7", frailty_score: null },
    ...{ first_name: "Ada", last_name: "Two Places" },
  };
  const patient_id = RESIDENT;
  const stays = STAYS.map((stay, at) =>
    stayRow({
      ...{ ...stay, ...daysOf(at), patient_id },
      admitted_from: "hospital",
    }),
  );
  const transfers = TRANSFERS.map(({ stay_id, ...transfer }) => ({
    ...transferRow({
      ...{ ...transfer, patient_id },
      ...{ outcome: "inpatient", planned: 0 },
    }),
    stay_id,
  }));
  await insertRows(db, "patients", [patient]);
  await insertRows(db, "stays", stays);
  await insertRows(db, "transfers", transfers);
  await db
    .insertInto("notes")
    .values(
      NOTES.map(({ id, facility_id, npi, noted_at }) => ({
        ...{ id, patient_id, recorded_patient_id: null, facility_id, npi },
        ...{ noted_at, note_type: "visit", note_text: "Text" },
        ...{ provider: null, high_risk: 0 as const },
      })),
    )
    .execute();
}
