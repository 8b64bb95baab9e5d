import type { Kysely } from "kysely";
import type { Schema } from "~server/store/schema";

/** All that is kept of places, in an order of its own. */
export async function readAllTotals(db: Kysely<Schema>) {
  return {
    totals: await db
      .selectFrom("place_totals")
      .selectAll()
      .orderBy("level")
      .orderBy("place_id")
      .orderBy("isnp")
      .orderBy("grain")
      .orderBy("day")
      .execute(),
    absences: await db
      .selectFrom("absences")
      .selectAll()
      .orderBy("level")
      .orderBy("place_id")
      .orderBy("isnp")
      .orderBy("until_day")
      .orderBy("from_day")
      .execute(),
    histories: await db
      .selectFrom("physician_histories")
      .selectAll()
      .orderBy("facility_id")
      .orderBy("npi")
      .execute(),
    spans: await db
      .selectFrom("physician_spans")
      .selectAll()
      .orderBy("facility_id")
      .orderBy("isnp")
      .orderBy("npi")
      .orderBy("from_day")
      .execute(),
  };
}

/** The facilities that totals are kept of. */
export function facilitiesOf({
  totals,
}: Awaited<ReturnType<typeof readAllTotals>>): number[] {
  return [
    ...new Set(
      totals.filter(({ level }) => level === 3).map(({ place_id }) => place_id),
    ),
  ];
}
