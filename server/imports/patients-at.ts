import type { Kysely } from "kysely";
import type { Schema } from "~server/store/schema";

/** The patients with stays in a facility, or in the facilities of a region. */
export async function patientsAt(
  db: Kysely<Schema>,
  place: "regions" | "facilities",
  id: number,
): Promise<number[]> {
  const rows = await db
    .selectFrom("stays")
    .innerJoin("facilities", "facilities.id", "stays.facility_id")
    .where(place === "regions" ? "region_id" : "facility_id", "=", id)
    .select("patient_id")
    .distinct()
    .execute();
  return rows.map(({ patient_id }) => patient_id);
}
