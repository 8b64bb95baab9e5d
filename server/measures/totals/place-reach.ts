import { sql, type RawBuilder, type SqlBool, type Kysely } from "kysely";
import type { EpochDay } from "~/domain/calendar";
import { bandForScore } from "~/domain/frailty";
import { COMPANY_ID } from "~/domain/places/hierarchy";
import type { Schema } from "~server/store/schema";
import { NEVER, reachOfAll, type DataReach } from "../data-reach";
import { chunksOf, FACILITIES, groupBy, isIn, STAYS } from "../question";
import {
  levelNumber,
  noPeople,
  type PeopleCount,
  type PlaceLevel,
  type PlaceRange,
  type Places,
} from "./total-columns";

/** A facility whose data end before a day, or that has no data cut-off (null). */
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

const HAS_STAYS = sql<SqlBool>`exists (select 1 from stays where stays.facility_id = facilities.id)`;

/** Data cut-offs of places (R245), ignoring facilities without stays. */
export interface PlaceReaches {
  /** Null if no facility of the place has a cut-off. */
  of(placeId: number): DataReach | null;
  all: DataReach | null;
  /** True if all have the same cut-off and begin by the given day; false if no day was given. */
  isEven: boolean;
}

interface ReachRow {
  place_id: number;
  earliest: EpochDay | null;
  latest: EpochDay | null;
  unknown: number;
}

interface RoughRow extends ReachRow {
  has_totals: 0 | 1;
  /** Facilities with stays whose data begin too late. */
  late: number;
}

/** `begunBy` is the day by which data must begin, if that matters. */
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
  const rows = [...even, ...(await readExactly(db, level, uneven))];
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
 * First day of a facility's data (R495): the one from the census, else the first discharge or the first transfer of a
 * stay there; null if unknown.
 */
export const DATA_BEGIN = sql<EpochDay | null>`coalesce(facilities.data_from, (
  select min(days.day) from (
    select min(stays.discharged_on) as day from stays
      where stays.facility_id = facilities.id and stays.discharged_on is not null
    union all
    select min(transfers.transferred_on) from transfers
      where transfers.facility_id = facilities.id and transfers.stay_id is not null
  ) as days))`;

/** Row of `facilities` whose data begin after a day or have no known beginning. */
export function beginsAfter(day: EpochDay): RawBuilder<SqlBool> {
  return sql<SqlBool>`coalesce(${DATA_BEGIN} > ${day}, true)`;
}

/** Reads all facilities, even without stays: equal cut-offs need one look-up. */
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
  if (placeIds.length === 0) return [];
  const which = sql<SqlBool>`${isInPlaces(level, placeIds)} and ${HAS_STAYS}`;
  const { rows } = await selectReaches(level, which).execute(db);
  return rows;
}

function selectReaches(
  level: PlaceLevel,
  which: RawBuilder<SqlBool>,
  further = sql``,
) {
  return sql<ReachRow>`
    select ${placeColumn(level)} as place_id, min(facilities.data_through) as earliest,
      max(facilities.data_through) as latest, count(*) - count(facilities.data_through) as unknown${further}
    from ${FACILITIES} where ${which}
    group by 1`;
}

/** Facilities with stays whose data end before a day. Usually none. */
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

function isInPlaces(
  level: PlaceLevel,
  placeIds: readonly number[],
): RawBuilder<SqlBool> {
  return level === "company"
    ? sql<SqlBool>`1 = 1`
    : isIn(COLUMNS[level], placeIds);
}

interface Stay {
  place_id: number;
  patient_id: number;
  facility_id: number;
  admitted_on: EpochDay;
  days_end: EpochDay | null;
  long_stay_from: EpochDay;
  frailty_score: number | null;
}

/**
 * Patients counted in a range only because of days after a facility's data cut-off (R245), by group. Candidates are
 * stays that begin, or become long-stay, after the cut-off, and all stays of a facility whose data end before the
 * range.
 */
export async function laggingPeople(
  db: Kysely<Schema>,
  places: Places,
  ranges: readonly PlaceRange[],
  lagging: readonly LaggingFacility[],
): Promise<(range: PlaceRange) => PeopleCount> {
  if (lagging.length === 0 || ranges.length === 0) return noPeople;
  const reachOf = new Map(
    lagging.map(({ facilityId, reach }) => [facilityId, reach ?? NEVER]),
  );
  const patientIds = await readCandidates(db, places, ranges, lagging);
  const patients = await readStaysOf(db, places, patientIds);
  return (range) => {
    const lost = noPeople();
    for (const stays of patients.values()) {
      const there = stays.filter(({ place_id }) => place_id === range.placeId);
      const [first] = there;
      if (!first) continue;
      const band = bandForScore(first.frailty_score) ?? "none";
      const reach = (stay: Stay) => reachOf.get(stay.facility_id) ?? Infinity;
      const isLost = (since: "admitted_on" | "long_stay_from") =>
        there.some((stay) => hasDay(stay, since, range, Infinity)) &&
        !there.some((stay) => hasDay(stay, since, range, reach(stay)));
      if (isLost("admitted_on")) lost[band] += 1;
      if (isLost("long_stay_from")) lost.long_stay += 1;
    }
    return lost;
  };
}

function hasDay(
  stay: Stay,
  since: "admitted_on" | "long_stay_from",
  { from, to }: PlaceRange,
  reach: number,
): boolean {
  const end = Math.min(stay.days_end ?? Infinity, reach + 1, to + 1);
  return Math.max(stay[since], from) < end;
}

async function readCandidates(
  db: Kysely<Schema>,
  { isnp }: Places,
  ranges: readonly PlaceRange[],
  lagging: readonly LaggingFacility[],
): Promise<number[]> {
  const last = Math.max(...ranges.map(({ to }) => to));
  const latestStart = Math.max(...ranges.map(({ from }) => from));
  const ids = lagging.map(({ facilityId }) => facilityId);
  const { rows } = await sql<{ patient_id: number }>`
    select distinct stays.patient_id from ${STAYS}
    where ${isIn("stays.facility_id", ids)}
      ${isnp ? sql`and stays.isnp = 1` : sql``}
      and stays.admitted_on <= ${last}
      and (facilities.data_through is null or (
        (stays.days_end is null or stays.days_end > facilities.data_through + 1)
        and (stays.admitted_on > facilities.data_through
          or (stays.long_stay_from > facilities.data_through and stays.long_stay_from <= ${last})
          or facilities.data_through < ${latestStart})))`.execute(db);
  return rows.map(({ patient_id }) => patient_id);
}

async function readStaysOf(
  db: Kysely<Schema>,
  { level, ids, isnp }: Places,
  patientIds: readonly number[],
): Promise<Map<number, Stay[]>> {
  const stays: Stay[] = [];
  for (const some of chunksOf(patientIds)) {
    const { rows } = await sql<Stay>`
      select ${placeColumn(level)} as place_id, stays.patient_id, stays.facility_id,
        stays.admitted_on, stays.days_end, stays.long_stay_from, patients.frailty_score
      from ${STAYS} join regions on regions.id = facilities.region_id
      join patients on patients.id = stays.patient_id
      where ${isIn("stays.patient_id", some)}
        and ${isInPlaces(level, ids)} ${isnp ? sql`and stays.isnp = 1` : sql``}`.execute(
      db,
    );
    stays.push(...rows);
  }
  return groupBy(stays, ({ patient_id }) => patient_id);
}
