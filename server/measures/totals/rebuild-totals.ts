import { sql } from "kysely";
import type { Kysely } from "kysely";
import type { Schema } from "~server/store/schema";
import { allPatients } from "../all-patients";
import { readHistories, type WhoseRows } from "./patient-histories";
import { PhysiciansChange } from "../physicians/physicians-change";
import { updatePhysicians } from "../physicians/write-physicians";
import { tallyHistory } from "./tally-history";
import { TotalsChange } from "./totals-change";
import { insertTotals } from "./write-totals";

/**
 * Works out all totals, histories and days of physicians again, from the stays and transfers with what was derived for them. Memory is
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
    for (const history of await readHistories(
      db,
      patientsBetween(before, last),
    )) {
      tallyHistory(history, ["company", "division"], change);
    }
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
  const physicians = new PhysiciansChange();
  for (const history of await readHistories(db, facilitiesOf(regionId))) {
    tallyHistory(history, ["region", "facility"], change);
    physicians.add(history);
  }
  await insertTotals(db, change);
  await updatePhysicians(db, physicians);
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
