import type { Kysely } from "kysely";
import type { EpochDay } from "~/domain/calendar";
import { RETURN_WINDOW_DAYS } from "~/domain/residents/return-window";
import type { Schema } from "~server/store/schema";

/** Earlier than any day in a census. */
export const NEVER: EpochDay = -1_000_000;

export interface DataReach {
  /** The earliest cut-off; null if a facility with stays has none and does not count. */
  earliest: EpochDay | null;
  latest: EpochDay;
}

/** The last day whose admissions have completed their 30 days by the data cut-off (R79). */
export function lastSettledDay(reach: EpochDay): EpochDay {
  return reach - RETURN_WINDOW_DAYS;
}

export function reachOfAll(
  reaches: Iterable<EpochDay | null>,
): DataReach | null {
  const days = [...reaches];
  const known = days.filter((day) => day !== null);
  if (known.length === 0) return null;
  return {
    earliest: known.length < days.length ? null : Math.min(...known),
    latest: Math.max(...known),
  };
}

export async function readReach(
  db: Kysely<Schema>,
  facilityId: number,
): Promise<EpochDay | null> {
  const facility = await db
    .selectFrom("facilities")
    .select("data_through")
    .where("id", "=", facilityId)
    .executeTakeFirst();
  return facility?.data_through ?? null;
}
