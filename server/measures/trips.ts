import { sql, type Kysely, type Selectable } from "kysely";
import type { EpochDay } from "~/domain/calendar";
import type { Trip } from "~/features/today/rules/at-hospital";
import type { Schema, TransferTable } from "~server/store/schema";
import { NEVER } from "./data-reach";
import { groupBy, isIn, TRANSFERS } from "./question";

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
    Omit<StoredTrip, "isVisit" | "planned"> &
      Pick<Selectable<TransferTable>, "patient_id" | "trip_planned"> & {
        trip_id: number;
      }
  >`
    select transfers.id, transfers.patient_id, transfers.transferred_on as day, transfers.outcome, transfers.hospital,
      transfers.trip_id, transfers.trip_planned, transfers.stay_id as "stayId", transfers.returned_on as "returnedOn"
    from ${TRANSFERS}
    where ${isIn("transfers.patient_id", patientIds)} and transfers.transferred_on <= facilities.data_through
      ${since === null ? sql`` : sql`and transfers.transferred_on >= ${since}`}`.execute(
    db,
  );
  // The rows of one transfer have one day.
  const returns = new Map<number, EpochDay>();
  for (const { trip_id, returnedOn } of rows) {
    if (returnedOn === null) continue;
    returns.set(trip_id, Math.max(returns.get(trip_id) ?? NEVER, returnedOn));
  }
  const trips = rows.flatMap(({ trip_planned: planned, trip_id: _, ...row }) =>
    planned === null
      ? []
      : {
          ...row,
          planned,
          returnedOn: returns.get(row.id) ?? null,
          isVisit: row.outcome === "ed_only",
        },
  );
  return groupBy(trips, ({ patient_id }) => patient_id);
}
