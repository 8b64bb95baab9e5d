import { sql, type Kysely } from "kysely";
import type { Schema, Flag } from "~server/store/schema";
import {
  readHistories,
  type WhoseRows,
  type PatientHistory,
  type Whereabouts,
} from "./patient-histories";
import { PhysiciansChange } from "../physicians/physicians-change";
import { updatePhysicians } from "../physicians/write-physicians";
import { tallyPatient, type Sign } from "./tally-patient";
import type { PlaceLevel } from "./total-columns";
import { TotalsChange } from "./totals-change";
import { insertTotals } from "./write-totals";

/**
 * Rebuilds all totals, histories and physicians' days from stays and transfers with their derived columns. Memory is
 * bounded by the divisions' days, and by those of one region's facilities.
 *
 * @yields the number of patients or regions done
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

/** Counts a patient in their places of some levels, for all stays and for ISNP stays; `sign` −1 subtracts. */
export function tallyHistory(
  history: PatientHistory,
  levels: readonly PlaceLevel[],
  change: TotalsChange,
  sign: Sign = 1,
): void {
  const flagged = ofIsnp(history);
  for (const level of levels) {
    tallyAt(history, level, 0, change, sign);
    if (flagged) tallyAt(flagged, level, 1, change, sign);
  }
}

function ofIsnp({
  band,
  stays,
  events,
}: PatientHistory): PatientHistory | null {
  const flagged = stays.filter(({ isnp }) => isnp === 1);
  if (flagged.length === 0) return null;
  return {
    band,
    stays: flagged,
    events: events.filter(({ isnp }) => isnp === 1),
  };
}

function tallyAt(
  { band, stays, events }: PatientHistory,
  level: PlaceLevel,
  isnp: Flag,
  change: TotalsChange,
  sign: Sign,
): void {
  for (const place of new Set(stays.map(({ at }) => at[level]))) {
    const isThere = ({ at }: { at: Whereabouts }) => at[level] === place;
    tallyPatient(
      { band, stays: stays.filter(isThere), events: events.filter(isThere) },
      change.tallyOf(level, place, isnp),
      sign,
    );
  }
}

const PATIENTS_AT_ONCE = 1_000;

/** Ids of all patients in order, in chunks. */
export async function* allPatients(
  db: Kysely<Schema>,
): AsyncGenerator<number[]> {
  // Patients known only from messages have negative ids.
  let last = Number.MIN_SAFE_INTEGER;
  for (;;) {
    const rows = await db
      .selectFrom("patients")
      .select("id")
      .where("id", ">", last)
      .orderBy("id")
      .limit(PATIENTS_AT_ONCE)
      .execute();
    const ids = rows.map((row) => row.id);
    if (ids.length === 0) return;
    yield ids;
    last = ids.at(-1) ?? last;
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
  const histories = await readHistories(
    db,
    (table) => sql`${sql.ref(`${table}.facility_id`)} in (
      select id from facilities where region_id = ${regionId})`,
  );
  for (const history of histories) {
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
