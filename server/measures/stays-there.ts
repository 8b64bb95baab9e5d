import { sql, type Kysely } from "kysely";
import type { StayThere } from "~/features/today/rules/at-hospital";
import type { Schema, StayTable } from "~server/store/schema";
import { groupBy, isIn, STAYS } from "./question";

/** Days after the data cut-off are unknown, so a stay that ends later is open. */
export const DISCHARGED_ON = sql<
  number | null
>`case when stays.discharged_on <= facilities.data_through then stays.discharged_on end`;

export type StayThereRow = Pick<
  StayTable,
  | "id"
  | "patient_id"
  | "facility_id"
  | "admitted_on"
  | "discharged_on"
  | "admitted_from"
>;

/** All stays of residents at any facility, up to its data cut-off, by resident. */
export async function readStaysThere(
  db: Kysely<Schema>,
  patientIds: readonly number[],
): Promise<Map<number, StayThere[]>> {
  const { rows } = await sql<StayThereRow>`
    select stays.id, stays.patient_id, stays.facility_id, stays.admitted_on, ${DISCHARGED_ON} as discharged_on, stays.admitted_from
    from ${STAYS}
    where ${isIn("stays.patient_id", patientIds)} and stays.admitted_on <= facilities.data_through`.execute(
    db,
  );
  const byPatient = groupBy(rows, ({ patient_id }) => patient_id);
  return new Map(
    Array.from(byPatient, ([id, own]) => [id, own.map(stayThere)]),
  );
}

export function stayThere(row: Omit<StayThereRow, "patient_id">): StayThere {
  return {
    id: row.id,
    facilityId: row.facility_id,
    admittedOn: row.admitted_on,
    dischargedOn: row.discharged_on,
    admittedFrom: row.admitted_from,
  };
}
