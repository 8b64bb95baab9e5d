import type { Kysely } from "kysely";
import type { EpochDay } from "~/domain/calendar";
import { RETURN_WINDOW_DAYS } from "~/domain/residents/return-window";
import type { Schema } from "~server/store/schema";

export interface DataReach {
  /** Where they reach least far; null where one of the facilities has stays and no reach, so that they do not count. */
  earliest: EpochDay | null;
  latest: EpochDay;
}

/** The last day whose admissions have had their 30 days by the reach of the data (R79). */
export function lastSettledDay(reach: EpochDay): EpochDay {
  return reach - RETURN_WINDOW_DAYS;
}

/** The reach of facilities that have stays, each by its day; null where none of them has one. */
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

/** The reach of a facility's data; null where it has none. */
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
