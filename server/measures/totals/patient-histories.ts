import { sql, type Kysely, type RawBuilder, type SqlBool } from "kysely";
import { bandForScore } from "~/domain/frailty";
import type { Flag, Schema } from "~server/store/schema";
import type { TalliedEvent, TalliedStay } from "./tally-patient";
import type { Band, PlaceLevel } from "./total-columns";

/** The ids of a facility's place at each level. */
export type Whereabouts = Record<PlaceLevel, number>;

/** Patient, and physician of the stay. */
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

type Row<Thing extends Placed> = Omit<Thing, "at"> & {
  facility_id: number;
  region_id: number;
  division_id: number;
};

type StayRow = Row<PlacedStay> & { frailty_score: number | null };

/** There is only one company. */
const COMPANY = 0;

const PLACED = sql`
  join facilities on facilities.id = stays.facility_id
  join regions on regions.id = facilities.region_id`;

/** Condition on the patient or facility, which stays and transfers both have. */
export type WhoseRows = (table: "stays" | "transfers") => RawBuilder<SqlBool>;

export async function readHistories(
  db: Kysely<Schema>,
  which: WhoseRows,
): Promise<PatientHistory[]> {
  const stays = await sql<StayRow>`
    select stays.patient_id, stays.facility_id, facilities.region_id, regions.division_id, stays.npi,
      stays.isnp, stays.admitted_on, stays.days_end, stays.admitted_from,
      stays.long_stay_from, stays.rth, stays.ed, patients.frailty_score
    from stays ${PLACED} join patients on patients.id = stays.patient_id
    where ${which("stays")}`.execute(db);
  // Repeat the condition for both tables, so the database uses both indexes.
  const events = await sql<Row<PlacedEvent>>`
    select stays.patient_id, stays.facility_id, facilities.region_id, regions.division_id, stays.npi,
      stays.isnp, transfers.transferred_on, transfers.outcome, transfers.trip_planned as planned
    from stays ${PLACED} join transfers on transfers.stay_id = stays.id
    where transfers.long_stay = 1 and ${which("stays")} and ${which("transfers")}`.execute(
    db,
  );
  const histories = new Map<number, PatientHistory>();
  for (const row of stays.rows) {
    let history = histories.get(row.patient_id);
    if (!history) {
      const band = bandForScore(row.frailty_score) ?? "none";
      histories.set(
        row.patient_id,
        (history = { band, stays: [], events: [] }),
      );
    }
    history.stays.push({ ...row, at: whereaboutsOf(row) });
  }
  for (const row of events.rows) {
    histories
      .get(row.patient_id)
      ?.events.push({ ...row, at: whereaboutsOf(row) });
  }
  return [...histories.values()];
}

function whereaboutsOf(
  row: Pick<StayRow, "facility_id" | "region_id" | "division_id">,
): Whereabouts {
  return {
    company: COMPANY,
    division: row.division_id,
    region: row.region_id,
    facility: row.facility_id,
  };
}
