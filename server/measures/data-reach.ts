import { sql } from "kysely";
import type { Kysely } from "kysely";
import type { EpochDay } from "~/domain/calendar";
import type { Schema } from "~server/store/schema";
import { isOneOf, staysOf, type StayFilter } from "./question";

/** The reach of the data of some facilities (R245). */
export interface DataReach {
  /** Where they reach least far; null where one of the facilities has stays and no reach, so that they do not count. */
  earliest: EpochDay | null;
  latest: EpochDay;
}

/**
 * How far the data reach of the facilities where the filter has stays. A facility without any is left out. Null where
 * none of them has a reach.
 */
export async function readDataReach(
  db: Kysely<Schema>,
  filter: StayFilter,
): Promise<DataReach | null> {
  const { rows } = await sql<{
    earliest: EpochDay | null;
    latest: EpochDay | null;
    unknown: number;
  }>`
    select min(facilities.data_through) as earliest, max(facilities.data_through) as latest,
      count(*) - count(facilities.data_through) as unknown
    from facilities
    where ${isOneOf("facilities.id", filter.facilityIds) ?? sql`1 = 1`}
      and ${hasStays(filter)}`.execute(db);
  const [reach] = rows;
  if (!reach || reach.latest === null) return null;
  return {
    earliest: reach.unknown > 0 ? null : reach.earliest,
    latest: reach.latest,
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

function hasStays(filter: StayFilter) {
  const whose = filter.npi === undefined ? sql`` : sql`and ${staysOf(filter)}`;
  return sql`exists (select 1 from stays where stays.facility_id = facilities.id ${whose})`;
}
