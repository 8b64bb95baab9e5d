import { sql, type Kysely, type Selectable } from "kysely";
import type { EpochDay } from "~/domain/calendar";
import type { Trip } from "~/features/today/rules/at-hospital";
import type { Flag, Schema, TransferTable } from "~server/store/schema";
import { IS_COUNTED, isIn, TRANSFERS } from "./question";

/** A resident's transfer, combined from all its rows (R248). */
export interface StoredTrip
  extends Trip, Pick<TransferTable, "id" | "outcome" | "planned"> {
  hospital: string | null;
}

/**
 * Transfers of residents at any facility, up to its data cut-off, by resident. The return comes from any of the rows.
 *
 * @param since leaves out earlier ones
 */
export async function readTrips(
  db: Kysely<Schema>,
  patientIds: readonly number[],
  since: EpochDay | null = null,
): Promise<Map<number, StoredTrip[]>> {
  const { rows } = await sql<
    Pick<
      Selectable<TransferTable>,
      | "id"
      | "patient_id"
      | "outcome"
      | "hospital"
      | "stay_id"
      | "returned_on"
      | "transferred_on"
    > & { planned: Flag }
  >`
    select transfers.id, transfers.patient_id, transfers.transferred_on, transfers.outcome, transfers.hospital, transfers.trip_planned as planned, transfers.stay_id,
      (select max(told.returned_on) from transfers as told
        where told.patient_id = transfers.patient_id and told.trip_id = transfers.id) as returned_on
    from ${TRANSFERS}
    where ${isIn("transfers.patient_id", patientIds)} and transfers.transferred_on <= facilities.data_through and ${IS_COUNTED}
      ${since === null ? sql`` : sql`and transfers.transferred_on >= ${since}`}`.execute(
    db,
  );
  const trips = new Map<number, StoredTrip[]>();
  for (const { patient_id, ...row } of rows) {
    const trip = {
      id: row.id,
      stayId: row.stay_id,
      day: row.transferred_on,
      isVisit: row.outcome === "ed_only",
      returnedOn: row.returned_on,
      outcome: row.outcome,
      hospital: row.hospital,
      planned: row.planned,
    };
    const known = trips.get(patient_id);
    if (known) known.push(trip);
    else trips.set(patient_id, [trip]);
  }
  return trips;
}
