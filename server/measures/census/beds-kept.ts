import { sql } from "kysely";
import type { Kysely } from "kysely";
import { todayLimits } from "~/features/today/rules/attention-rules.data";
import { outSince } from "~/features/today/rules/at-hospital";
import type { Schema, StayTable } from "~server/store/schema";
import { isIn, STAYS } from "../question";
import { readStaysThere } from "../stays-there";
import { readTrips } from "../trips";
import type { CensusQuestion } from "./judged-stays";

/** Residents with an open stay who are out at hospital (R329), by facility: their bed is kept, and they are not in house. */
export async function readBedsKept(
  db: Kysely<Schema>,
  { facilityIds, isnp, today }: CensusQuestion,
): Promise<Map<number, number>> {
  const { rows } = await sql<
    Pick<StayTable, "id" | "patient_id" | "facility_id">
  >`
    select stays.id, stays.patient_id, stays.facility_id from ${STAYS}
    where ${isIn("stays.facility_id", facilityIds)} and stays.admitted_on <= facilities.data_through
      and (stays.discharged_on is null or stays.discharged_on > facilities.data_through)
      ${isnp ? sql`and stays.isnp = 1` : sql``}
      and exists (select 1 from transfers where transfers.stay_id = stays.id and transfers.outcome <> 'ed_only'
        and transfers.transferred_on >= ${today - todayLimits.outDays})`.execute(
    db,
  );
  const ids = [...new Set(rows.map(({ patient_id }) => patient_id))];
  const [stays, trips] = await Promise.all([
    readStaysThere(db, ids),
    readTrips(db, ids),
  ]);
  const kept = new Map<number, number>();
  for (const { id, patient_id, facility_id } of rows) {
    const all = stays.get(patient_id) ?? [];
    const stay = all.find((one) => one.id === id);
    if (!stay) continue;
    if (outSince(stay, trips.get(patient_id) ?? [], all, today) === null) {
      continue;
    }
    kept.set(facility_id, (kept.get(facility_id) ?? 0) + 1);
  }
  return kept;
}
