import { sql } from "kysely";
import type { Kysely, RawBuilder, SqlBool } from "kysely";
import type { EpochDay } from "~/domain/calendar";
import { COMPANY_ID } from "~/domain/places/hierarchy";
import type { Schema } from "~server/store/schema";
import type { DataReach } from "../data-reach";
import { isIn } from "../question";
import type { PlaceLevel } from "./total-columns";

/** A facility whose data do not reach a day, or have no reach (null). */
export interface LaggingFacility {
  placeId: number;
  facilityId: number;
  reach: EpochDay | null;
}

const COLUMNS = {
  division: "regions.division_id",
  region: "facilities.region_id",
  facility: "facilities.id",
} as const;

const FACILITIES = sql`facilities join regions on regions.id = facilities.region_id`;

const HAS_STAYS = sql<SqlBool>`exists (select 1 from stays where stays.facility_id = facilities.id)`;

/** How far the data of places reach (R245), by their ids. A facility without stays is left out, and so is a place without any reach. */
export async function readPlaceReaches(
  db: Kysely<Schema>,
  level: PlaceLevel,
  placeIds: readonly number[],
): Promise<Map<number, DataReach>> {
  const { rows } = await sql<{
    place_id: number;
    earliest: EpochDay | null;
    latest: EpochDay | null;
    unknown: number;
  }>`
    select ${placeColumn(level)} as place_id, min(facilities.data_through) as earliest,
      max(facilities.data_through) as latest, count(*) - count(facilities.data_through) as unknown
    from ${FACILITIES}
    where ${isInPlaces(level, placeIds)} and ${HAS_STAYS}
    group by 1`.execute(db);
  const reaches = new Map<number, DataReach>();
  for (const { place_id, earliest, latest, unknown } of rows) {
    if (latest === null) continue;
    reaches.set(place_id, {
      earliest: unknown > 0 ? null : earliest,
      latest,
    });
  }
  return reaches;
}

/** The facilities with stays whose data end before a day. Most often there are none. */
export async function readLaggingFacilities(
  db: Kysely<Schema>,
  level: PlaceLevel,
  placeIds: readonly number[],
  day: EpochDay,
): Promise<LaggingFacility[]> {
  const { rows } = await sql<LaggingFacility>`
    select ${placeColumn(level)} as "placeId", facilities.id as "facilityId", facilities.data_through as reach
    from ${FACILITIES}
    where ${isInPlaces(level, placeIds)} and ${HAS_STAYS}
      and (facilities.data_through is null or facilities.data_through < ${day})`.execute(
    db,
  );
  return rows;
}

/** Id of the place of a level that a row of `facilities`, with its region, lies in. */
export function placeColumn(level: PlaceLevel): RawBuilder<number> {
  return level === "company"
    ? sql`${sql.lit(COMPANY_ID)}`
    : sql.ref(COLUMNS[level]);
}

/** Row of `facilities` with its region: it lies in one of the places. */
export function isInPlaces(
  level: PlaceLevel,
  placeIds: readonly number[],
): RawBuilder<SqlBool> {
  return level === "company"
    ? sql<SqlBool>`1 = 1`
    : isIn(COLUMNS[level], placeIds);
}
