import { sql } from "kysely";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { epochDayOf } from "~/domain/calendar";
import { readTotals } from "~server/measures/stay-figures";
import { rebuildFigures } from "~server/measures/rebuild";
import { insertCensus, type Census } from "~server/measures/testing/census";
import { openTestStore, TEST_DIALECTS } from "~server/testing/open-test-store";
import { dataReach } from "./migrations/0006-data-reach";
import type { Store } from "./open-store";

const IMPORTED = epochDayOf("2026-06-15");
const DAY = 20_400;

const stay = {
  patient_id: 1,
  facility_id: 111,
  npi: null,
  admitted_on: 20_000,
  discharged_on: null,
  admitted_from: "other" as const,
};
const transfer = {
  patient_id: 1,
  facility_id: 111,
  transferred_on: DAY,
  planned: 0 as const,
};

/** One resident with ISNP and one without; the first has transfers that two rows tell of. */
const CENSUS: Census = {
  reach: { 111: IMPORTED },
  patients: [1, 2].map((id) => ({
    id,
    first_name: null,
    last_name: null,
    frailty_score: null,
  })),
  stays: [
    { ...stay, id: 1, isnp: 1 },
    { ...stay, id: 2, patient_id: 2, isnp: 0 },
  ],
  transfers: [
    { ...transfer, id: 1, outcome: "inpatient", planned: 1 },
    { ...transfer, id: 2, outcome: "inpatient" },
    { ...transfer, id: 3, outcome: "inpatient" },
    { ...transfer, id: 4, outcome: "ed_only", transferred_on: DAY + 1 },
    { ...transfer, id: 5, outcome: "ed_only", transferred_on: DAY + 1 },
    { ...transfer, id: 6, patient_id: 2, outcome: "inpatient" },
  ],
};

describe.each(TEST_DIALECTS)(
  "a database from before the reach, on %s",
  (dialect) => {
    let store: Store;
    beforeEach(async () => {
      store = await openTestStore(dialect);
    });
    afterEach(() => store.close());

    const figures = () =>
      Promise.all(
        [false, true].map((isnp) =>
          readTotals(store.db, {
            facilityIds: "all",
            isnp,
            from: DAY - 10,
            to: DAY + 10,
          }),
        ),
      );

    it("has its data reach the day of its last import, and counts a transfer once that was told twice", async () => {
      const { db } = store;
      await insertCensus(db, CENSUS, []);
      await rebuildFigures(db);
      const expected = await figures();
      expect(expected[1]).toMatchObject({ h_events: 1, ed_events: 1 });
      await tellTwice(db);
      await db.transaction().execute((trx) => dataReach().up(trx));
      const { transfers } = await content(store);
      expect(transfers.map(({ long_stay }) => long_stay)).toEqual([
        0, 1, 0, 1, 0, 1,
      ]);
      await rebuildFigures(db);
      expect(await figures()).toEqual(expected);
      const facilities = await store.db
        .selectFrom("facilities")
        .select("data_through")
        .distinct()
        .execute();
      expect(facilities).toEqual([{ data_through: IMPORTED }]);
    });
  },
);

/** Has each row count, and the tables be those of an earlier version. */
async function tellTwice(db: Store["db"]): Promise<void> {
  await sql`update transfers set long_stay = 1`.execute(db);
  await sql`update data_state set imported_at = '2026-06-15T16:00:00.000Z'`.execute(
    db,
  );
  await sql`alter table facilities drop column data_through`.execute(db);
  await sql`create table cumulative (facility_id integer, isnp integer, day integer,
    h_events integer, ed_events integer, adm_events integer)`.execute(db);
}

async function content({ db }: Store) {
  return {
    transfers: await db
      .selectFrom("transfers")
      .selectAll()
      .orderBy("id")
      .execute(),
  };
}
