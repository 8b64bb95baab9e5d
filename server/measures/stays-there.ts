import { sql, type Kysely, type RawBuilder, type SqlBool } from "kysely";
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

/** Open stays by facility, up to its data cut-off. Counts from indexes, so the few to leave out are subtracted. */
export async function countOpenStays(
  db: Kysely<Schema>,
  facilityIds: readonly number[],
  inView: RawBuilder<SqlBool>,
): Promise<Map<number, number>> {
  const countOf = (condition: RawBuilder<unknown>) => sql`(
    select count(*) from stays where stays.facility_id = facilities.id and ${condition} and ${inView})`;
  const { rows } = await sql<{ id: number; stays: number }>`
    select id, ${countOf(sql`stays.discharged_on is null`)} + ${countOf(sql`stays.discharged_on > facilities.data_through`)}
      - ${countOf(sql`stays.admitted_on > facilities.data_through
        and (stays.discharged_on is null or stays.discharged_on > facilities.data_through)`)} as stays
    from facilities where ${isIn("id", facilityIds)} and data_through is not null`.execute(
    db,
  );
  return new Map(rows.map(({ id, stays }) => [id, Number(stays)]));
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
