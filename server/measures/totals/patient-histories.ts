import { sql, type Kysely, type RawBuilder, type SqlBool } from "kysely";
import { bandForScore } from "~/domain/frailty";
import { COMPANY_ID } from "~/domain/places/hierarchy";
import type { Flag, Schema } from "~server/store/schema";
import { groupBy, isIn, STAYS } from "../question";
import type { TalliedEvent, TalliedStay } from "./tally-patient";
import type { Band, PlaceLevel } from "./total-columns";

export type Whereabouts = Record<PlaceLevel, number>;

interface Placed {
  patient_id: number;
  npi: number | null;
  isnp: Flag;
  at: Whereabouts;
}

export type PlacedStay = TalliedStay & Placed;
export type PlacedEvent = TalliedEvent & Placed;

export interface PatientHistory {
  band: Band;
  stays: PlacedStay[];
  events: PlacedEvent[];
}

interface PlaceIds {
  facility_id: number;
  region_id: number;
  division_id: number;
}

type Row<Thing extends Placed> = Omit<Thing, "at"> & PlaceIds;

const PLACED = sql`${STAYS} join regions on regions.id = facilities.region_id`;

/** Condition on the patient or facility, which stays and transfers both have. */
type WhoseRows = (table: "stays" | "transfers") => RawBuilder<SqlBool>;

export function rowsOfPatients(ids: readonly number[]): WhoseRows {
  return (table) => isIn(`${table}.patient_id`, ids);
}

export async function readHistories(
  db: Kysely<Schema>,
  which: WhoseRows,
): Promise<PatientHistory[]> {
  const stays = await sql<Row<PlacedStay> & { frailty_score: number | null }>`
    select stays.patient_id, stays.facility_id, facilities.region_id, regions.division_id, stays.npi,
      stays.isnp, stays.admitted_on, stays.days_end, stays.admitted_from,
      stays.long_stay_from, stays.rth, stays.ed, patients.frailty_score
    from ${PLACED} join patients on patients.id = stays.patient_id
    where ${which("stays")}`.execute(db);
  // Repeat the condition for both tables, so the database uses both indexes.
  const events = await sql<Row<PlacedEvent>>`
    select stays.patient_id, stays.facility_id, facilities.region_id, regions.division_id, stays.npi,
      stays.isnp, transfers.transferred_on, transfers.outcome, transfers.trip_planned as planned
    from ${PLACED} join transfers on transfers.stay_id = stays.id
    where transfers.long_stay = 1 and ${which("stays")} and ${which("transfers")}`.execute(
    db,
  );
  const eventsOf = groupBy(events.rows, ({ patient_id }) => patient_id);
  const histories = groupBy(stays.rows, ({ patient_id }) => patient_id);
  return Array.from(histories, ([patientId, own]) => ({
    band: bandForScore(own[0]?.frailty_score ?? null) ?? "none",
    stays: own.map(placed),
    events: (eventsOf.get(patientId) ?? []).map(placed),
  }));
}

function placed<Its extends PlaceIds>(row: Its): Its & { at: Whereabouts } {
  const at = {
    company: COMPANY_ID,
    division: row.division_id,
    region: row.region_id,
    facility: row.facility_id,
  };
  return { ...row, at };
}
