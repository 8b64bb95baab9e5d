import { sql, type Kysely } from "kysely";
import type { EpochDay } from "~/domain/calendar";
import type { Trip } from "~/features/today/rules/at-hospital";
import type { Schema, TransferTable } from "~server/store/schema";
import { groupBy, IS_COUNTED, isIn, TRANSFERS } from "./question";

/** A resident's transfer, combined from all its rows (R248). */
export interface StoredTrip
  extends Trip, Pick<TransferTable, "id" | "outcome" | "planned"> {
  hospital: string | null;
}

/** Keyed by resident, up to the data cut-off; `since` leaves out earlier ones. */
export async function readTrips(
  db: Kysely<Schema>,
  patientIds: readonly number[],
  since: EpochDay | null = null,
): Promise<Map<number, StoredTrip[]>> {
  const { rows } = await sql<
    Omit<StoredTrip, "isVisit"> & Pick<TransferTable, "patient_id">
  >`
    select transfers.id, transfers.patient_id, transfers.transferred_on as day, transfers.outcome, transfers.hospital, transfers.trip_planned as planned, transfers.stay_id as "stayId",
      (select max(told.returned_on) from transfers as told
        where told.patient_id = transfers.patient_id and told.trip_id = transfers.id) as "returnedOn"
    from ${TRANSFERS}
    where ${isIn("transfers.patient_id", patientIds)} and transfers.transferred_on <= facilities.data_through and ${IS_COUNTED}
      ${since === null ? sql`` : sql`and transfers.transferred_on >= ${since}`}`.execute(
    db,
  );
  const trips = rows.map((row) => ({
    ...row,
    isVisit: row.outcome === "ed_only",
  }));
  return groupBy(trips, ({ patient_id }) => patient_id);
}
