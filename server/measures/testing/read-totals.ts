import { sql, type Kysely } from "kysely";
import type { Schema } from "~server/store/schema";

export async function readAllTotals(db: Kysely<Schema>) {
  return {
    totals: await db
      .selectFrom("place_totals")
      .selectAll()
      .orderBy(sql`level, place_id, isnp, grain, day`)
      .execute(),
    absences: await db
      .selectFrom("absences")
      .selectAll()
      .orderBy(sql`level, place_id, isnp, until_day, from_day`)
      .execute(),
    histories: await db
      .selectFrom("physician_histories")
      .selectAll()
      .orderBy(sql`facility_id, npi`)
      .execute(),
    spans: await db
      .selectFrom("physician_spans")
      .selectAll()
      .orderBy(sql`facility_id, isnp, npi, from_day`)
      .execute(),
  };
}

export function facilitiesOf({
  totals,
}: Awaited<ReturnType<typeof readAllTotals>>): number[] {
  return [
    ...new Set(
      totals.filter(({ level }) => level === 3).map(({ place_id }) => place_id),
    ),
  ];
}
