import type { Kysely } from "kysely";
import { COMPANY_ID } from "~/domain/places/hierarchy";
import { readPlaceReaches } from "~server/measures/totals/place-reach";
import { GRAIN, levelNumber } from "~server/measures/totals/total-columns";
import type { Schema } from "~server/store/schema";

/** What the census covers; reads a few rows, however many stays there are. */
export async function readCensusReach(db: Kysely<Schema>) {
  // Nothing counts before the first admission.
  const first = await db
    .selectFrom("place_totals")
    .where("level", "=", levelNumber("company"))
    .where("place_id", "=", COMPANY_ID)
    .where("isnp", "=", 0)
    .where("grain", "=", GRAIN.day)
    .select("day")
    .orderBy("day")
    .limit(1)
    .executeTakeFirst();
  const { imported_at } = await db
    .selectFrom("data_state")
    .select("imported_at")
    .executeTakeFirstOrThrow();
  const reach = await readPlaceReaches(db, "company", [COMPANY_ID]);
  return {
    /** Day of the first admission. */
    firstDay: first?.day ?? null,
    /** Latest data cut-off of the facilities (R245). */
    dataThrough: reach.all?.latest ?? null,
    importedAt: imported_at === null ? null : new Date(imported_at),
  };
}
