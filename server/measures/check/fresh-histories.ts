import type { Kysely } from "kysely";
import { bandForScore } from "~/domain/frailty";
import type { Schema } from "~server/store/schema";
import { isStale, readDerivedRows } from "../derived-rows";
import type {
  PatientHistory,
  PlacedStay,
  Whereabouts,
} from "../totals/patient-histories";

export type Placing = (facilityId: number) => Whereabouts;

/** Facility of each row that differs from the fresh computation. */
export interface StaleRows {
  stays: number[];
  transfers: number[];
}

/** Patients' histories with freshly derived columns, and the stored rows that differ from them. */
export async function readFreshHistories(
  db: Kysely<Schema>,
  patientIds: readonly number[],
  placing: Placing,
): Promise<{ histories: PatientHistory[]; stale: StaleRows }> {
  const { stays, transfers } = await readDerivedRows(db, patientIds);
  const histories = await emptyHistories(db, patientIds);
  const placed = new Map<number, PlacedStay>();
  for (const { stored, derived } of stays) {
    const history = histories.get(stored.patient_id);
    if (!history) continue;
    const at = placing(stored.facility_id);
    const stay = { ...stored, ...derived, at };
    placed.set(derived.id, stay);
    history.stays.push(stay);
  }
  for (const { stored, derived } of transfers) {
    const stay = derived.stay_id === null ? null : placed.get(derived.stay_id);
    const { trip_planned: planned } = derived;
    if (!stay || derived.long_stay === 0 || planned === null) continue;
    const { patient_id, npi, at, isnp } = stay;
    const event = { ...stored, planned, patient_id, npi, at, isnp };
    histories.get(patient_id)?.events.push(event);
  }
  const placesOf = (rows: { stored: { facility_id: number } }[]) =>
    rows.map(({ stored }) => stored.facility_id);
  return {
    histories: [...histories.values()],
    stale: {
      stays: placesOf(stays.filter(isStale)),
      transfers: placesOf(transfers.filter(isStale)),
    },
  };
}

async function emptyHistories(
  db: Kysely<Schema>,
  patientIds: readonly number[],
): Promise<Map<number, PatientHistory>> {
  const patients = await db
    .selectFrom("patients")
    .select(["id", "frailty_score"])
    .where("id", "in", patientIds)
    .execute();
  return new Map(
    patients.map(({ id, frailty_score }) => [
      id,
      { band: bandForScore(frailty_score) ?? "none", stays: [], events: [] },
    ]),
  );
}
