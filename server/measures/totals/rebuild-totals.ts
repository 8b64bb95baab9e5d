import { sql, type Kysely } from "kysely";
import type { Schema, Flag } from "~server/store/schema";
import {
  readHistories,
  rowsOfPatients,
  type PatientHistory,
  type Whereabouts,
} from "./patient-histories";
import {
  PhysiciansChange,
  updatePhysicians,
} from "../physicians/physicians-change";
import { tallyPatient, type Sign } from "./tally-patient";
import type { PlaceLevel } from "./total-columns";
import { TotalsChange, insertTotals } from "./totals-change";

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
  { band, stays, events }: PatientHistory,
  levels: readonly PlaceLevel[],
  change: TotalsChange,
  sign: Sign = 1,
): void {
  for (const isnp of [0, 1] as const) {
    const counted = stays.filter((stay) => stay.isnp >= isnp);
    for (const level of levels) {
      for (const place of new Set(counted.map(({ at }) => at[level]))) {
        const isThere = (row: { at: Whereabouts; isnp: Flag }) =>
          row.at[level] === place && row.isnp >= isnp;
        const tally = change.tallyOf(level, place, isnp);
        const there = stays.filter(isThere);
        tallyPatient(
          { band, stays: there, events: events.filter(isThere) },
          tally,
          sign,
        );
      }
    }
  }
}

const PATIENTS_AT_ONCE = 1_000;

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
  for await (const ids of allPatients(db)) {
    for (const history of await readHistories(db, rowsOfPatients(ids))) {
      tallyHistory(history, ["company", "division"], change);
    }
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
