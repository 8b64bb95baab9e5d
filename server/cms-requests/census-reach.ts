import type { Kysely } from "kysely";
import type { EpochDay } from "~/domain/calendar";
import { COMPANY_ID } from "~/domain/places/hierarchy";
import { readPlaceReaches } from "~server/measures/totals/place-reach";
import { GRAIN, levelNumber } from "~server/measures/totals/total-columns";
import type { Schema } from "~server/store/schema";

export interface CensusReach {
  /** Day of the first admission; null without stays. */
  firstDay: EpochDay | null;
  /** Latest data cut-off of the facilities (R245); null if none has one. */
  dataThrough: EpochDay | null;
  /** When the data were last imported; null before the first import. */
  importedAt: Date | null;
}

/** Reads a few rows, however many stays there are. */
export async function readCensusReach(
  db: Kysely<Schema>,
): Promise<CensusReach> {
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
    firstDay: first?.day ?? null,
    dataThrough: reach.all?.latest ?? null,
    importedAt: imported_at === null ? null : new Date(imported_at),
  };
}
