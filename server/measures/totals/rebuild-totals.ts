import { sql } from "kysely";
import type { Kysely } from "kysely";
import type { Schema } from "~server/store/schema";
import { allPatients } from "../all-patients";
import { readHistories, type WhoseRows } from "./patient-histories";
import { writePhysicians } from "../physicians/write-physicians";
import { tallyHistory } from "./tally-history";
import type { PlaceLevel } from "./total-columns";
import { TotalsChange } from "./totals-change";
import { insertTotals } from "./write-totals";

/**
 * Works out all totals and spans of physicians again, from the stays and transfers with what was derived for them. Memory is
 * bounded by the days of the divisions, and by those of one region's facilities.
 *
 * @yields how many patients and regions are done
 */
export async function* rebuildTotals(
  db: Kysely<Schema>,
): AsyncGenerator<number> {
  for (const table of [
    "place_totals",
    "absences",
    "physician_spans",
    "physician_histories",
  ] as const) {
    await db.deleteFrom(table).execute();
  }
  yield* rebuildUpperLevels(db);
  const regions = await db.selectFrom("regions").select("id").execute();
  for (const { id } of regions) {
    await rebuildRegion(db, id);
    yield 1;
  }
}

async function* rebuildUpperLevels(db: Kysely<Schema>): AsyncGenerator<number> {
  const change = new TotalsChange();
  let before = -1;
  for await (const ids of allPatients(db)) {
    const last = ids.at(-1) ?? before;
    await tallyWhere(
      db,
      patientsBetween(before, last),
      ["company", "division"],
      change,
    );
    before = last;
    yield ids.length;
  }
  await insertTotals(db, change);
}

async function rebuildRegion(
  db: Kysely<Schema>,
  regionId: number,
): Promise<void> {
  const change = new TotalsChange();
  await tallyWhere(db, facilitiesOf(regionId), ["region", "facility"], change);
  await insertTotals(db, change);
  const facilities = await db
    .selectFrom("facilities")
    .where("region_id", "=", regionId)
    .select("id")
    .execute();
  await writePhysicians(
    db,
    facilities.map(({ id }) => id),
  );
}

async function tallyWhere(
  db: Kysely<Schema>,
  which: WhoseRows,
  levels: readonly PlaceLevel[],
  change: TotalsChange,
): Promise<void> {
  for (const history of await readHistories(db, which)) {
    tallyHistory(history, levels, change);
  }
}

function patientsBetween(after: number, last: number): WhoseRows {
  return (table) => {
    const id = sql.ref(`${table}.patient_id`);
    return sql`(${id} > ${after} and ${id} <= ${last})`;
  };
}

function facilitiesOf(regionId: number): WhoseRows {
  return (table) => sql`${sql.ref(`${table}.facility_id`)} in (
    select id from facilities where region_id = ${regionId})`;
}
