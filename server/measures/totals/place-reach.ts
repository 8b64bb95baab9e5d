import { sql, type RawBuilder, type SqlBool, type Kysely } from "kysely";
import type { EpochDay } from "~/domain/calendar";
import { COMPANY_ID } from "~/domain/places/hierarchy";
import type { Schema } from "~server/store/schema";
import { reachOfAll, type DataReach } from "../data-reach";
import { isIn } from "../question";
import { levelNumber, type PlaceLevel } from "./total-columns";

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

/** How far the data of some places reach (R245). A facility without stays is left out. */
export interface PlaceReaches {
  /** Null where no facility of the place has a reach. */
  of(placeId: number): DataReach | null;
  /** Of all of the places together. */
  all: DataReach | null;
  /** All reach the same day, and begin no later than the day that was asked for; false where none was. */
  isEven: boolean;
}

interface ReachRow {
  place_id: number;
  earliest: EpochDay | null;
  latest: EpochDay | null;
  /** Facilities without a reach. */
  unknown: number;
}

interface RoughRow extends ReachRow {
  has_totals: 0 | 1;
  /** Facilities with stays whose data begin too late. */
  late: number;
}

/**
 * Reads how far the data of places reach.
 *
 * @param begunBy the day that they have to begin by, where that matters
 */
export async function readPlaceReaches(
  db: Kysely<Schema>,
  level: PlaceLevel,
  placeIds: readonly number[],
  begunBy: EpochDay | null = null,
): Promise<PlaceReaches> {
  const even: ReachRow[] = [];
  const uneven: number[] = [];
  let late = 0;
  for (const row of await readRoughly(db, level, placeIds, begunBy)) {
    if (row.has_totals === 0) continue;
    late += Number(row.late);
    if (row.unknown === 0 && row.earliest === row.latest) even.push(row);
    else uneven.push(row.place_id);
  }
  const rows =
    uneven.length === 0
      ? even
      : [...even, ...(await readExactly(db, level, uneven))];
  const reaches = new Map(rows.map((row) => [row.place_id, reachOf([row])]));
  const all = reachOf(rows);
  return {
    of: (placeId) => reaches.get(placeId) ?? null,
    all,
    isEven: begunBy !== null && late === 0 && all?.earliest === all?.latest,
  };
}

function reachOf(rows: readonly ReachRow[]): DataReach | null {
  return reachOfAll(
    rows.flatMap(({ earliest, latest, unknown }) => [
      ...(latest === null ? [] : [earliest, latest]),
      ...(unknown > 0 ? [null] : []),
    ]),
  );
}

/**
 * The first day of the data of a row of `facilities` (R495): the one that the census names, else that of the first discharge, or
 * of the first transfer from a stay there; null where nothing tells of one.
 */
export const DATA_BEGIN = sql<EpochDay | null>`coalesce(facilities.data_from, (
  select min(days.day) from (
    select min(stays.discharged_on) as day from stays
      where stays.facility_id = facilities.id and stays.discharged_on is not null
    union all
    select min(transfers.transferred_on) from transfers
      where transfers.facility_id = facilities.id and transfers.stay_id is not null
  ) as days))`;

/** Row of `facilities`: its data begin after a day, or have no beginning. */
export function beginsAfter(day: EpochDay): RawBuilder<SqlBool> {
  return sql<SqlBool>`coalesce(${DATA_BEGIN} > ${day}, true)`;
}

/**
 * Of all facilities of the places, those without stays too. Where all reach the same day, it does not matter which of them
 * have stays, as long as the place has: that is one look-up for a place and not for each of its facilities.
 */
async function readRoughly(
  db: Kysely<Schema>,
  level: PlaceLevel,
  placeIds: readonly number[],
  begunBy: EpochDay | null,
): Promise<RoughRow[]> {
  const late =
    begunBy === null
      ? sql`0`
      : sql`count(case when ${beginsAfter(begunBy)} and ${HAS_STAYS} then 1 end)`;
  const { rows } = await sql<RoughRow>`
    select reached.*, case when exists (
        select 1 from place_totals as totals where totals.level = ${sql.lit(levelNumber(level))}
          and totals.place_id = reached.place_id and totals.isnp = 0) then 1 else 0 end as has_totals
    from (${selectReaches(level, isInPlaces(level, placeIds), sql`, ${late} as late`)}) as reached`.execute(
    db,
  );
  return rows;
}

async function readExactly(
  db: Kysely<Schema>,
  level: PlaceLevel,
  placeIds: readonly number[],
): Promise<ReachRow[]> {
  const which = sql<SqlBool>`${isInPlaces(level, placeIds)} and ${HAS_STAYS}`;
  const { rows } = await sql<ReachRow>`${selectReaches(level, which)}`.execute(
    db,
  );
  return rows;
}

function selectReaches(
  level: PlaceLevel,
  which: RawBuilder<SqlBool>,
  further = sql``,
) {
  return sql`
    select ${placeColumn(level)} as place_id, min(facilities.data_through) as earliest,
      max(facilities.data_through) as latest, count(*) - count(facilities.data_through) as unknown${further}
    from ${FACILITIES} where ${which}
    group by 1`;
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
