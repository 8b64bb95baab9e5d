import { sql, type RawBuilder, type SqlBool } from "kysely";
import type { EpochDay } from "~/domain/calendar";
import { COMPANY_ID } from "~/domain/places/hierarchy";
import type { FacilityIds } from "~server/access/facilities";
import type { Places } from "./totals/total-columns";

export interface Question {
  facilityIds: FacilityIds;
  /** The division or region that has exactly these facilities; omitted otherwise. */
  place?: { level: "division" | "region"; id: number };
  /** A number: that physician's stays. Null: stays without a physician. Omitted: all. */
  npi?: number | null;
  isnp: boolean;
  from: EpochDay;
  /** Not in the future; a data cut-off may end the range earlier (R245). */
  to: EpochDay;
}

export type StayFilter = Pick<
  Question,
  "facilityIds" | "place" | "npi" | "isnp"
>;

/** The places whose totals answer a question without a physician: one place, or facilities to add up. */
export function placesOf({ facilityIds, place, isnp }: StayFilter): Places {
  if (place) return { level: place.level, ids: [place.id], isnp };
  return facilityIds === "all"
    ? { level: "company", ids: [COMPANY_ID], isnp }
    : { level: "facility", ids: facilityIds, isnp };
}

type Condition = RawBuilder<SqlBool>;

export const FACILITIES = sql`facilities join regions on regions.id = facilities.region_id`;

/** Stays with their facilities, which the conditions below need for the data cut-off (R245). */
export const STAYS = sql`stays join facilities on facilities.id = stays.facility_id`;

export const TRANSFERS = sql`transfers join facilities on facilities.id = transfers.facility_id`;

const NOTHING: Condition = sql<SqlBool>`1 = 0`;

/** Null for "all". */
export function isOneOf(column: string, ids: FacilityIds): Condition | null {
  return ids === "all" ? null : isIn(column, ids);
}

/** The column holds one of the ids. Long lists are asked for in {@link chunksOf}. */
export function isIn(column: string, ids: readonly number[]): Condition {
  if (ids.length === 0) return NOTHING;
  return sql<SqlBool>`${sql.ref(column)} in (${sql.join(ids)})`;
}

/** Few enough that each statement may bind them all. */
export function* chunksOf<Thing>(
  things: readonly Thing[],
  size = 1_000,
): Generator<Thing[]> {
  for (let at = 0; at < things.length; at += size) {
    yield things.slice(at, at + size);
  }
}

/** Groups in the order of their first rows. */
export function groupBy<Row, Key>(
  rows: readonly Row[],
  keyOf: (row: Row) => Key,
): Map<Key, Row[]> {
  const groups = new Map<Key, Row[]>();
  for (const row of rows) {
    const key = keyOf(row);
    const group = groups.get(key);
    if (group) group.push(row);
    else groups.set(key, [row]);
  }
  return groups;
}

/** Row of `stays` that matches the question's place, physician and ISNP filter, in any range. */
export function staysOf({ facilityIds, npi, isnp }: StayFilter): Condition {
  const conditions = [
    isOneOf("stays.facility_id", facilityIds),
    npi === undefined
      ? null
      : npi === null
        ? sql<SqlBool>`stays.npi is null`
        : sql<SqlBool>`stays.npi = ${npi}`,
    isnp ? sql<SqlBool>`stays.isnp = 1` : null,
  ].filter((condition) => condition !== null);
  return conditions.length === 0
    ? sql<SqlBool>`1 = 1`
    : sql<SqlBool>`${sql.join(conditions, sql` and `)}`;
}

/** Row of {@link STAYS} with a day in the range or admitted in it. */
export function isInRange(question: Question): Condition {
  const { from } = question;
  return sql<SqlBool>`(${hasBegun(sql`stays.admitted_on`, question)} and (stays.days_end is null
    or stays.days_end > ${from} or stays.admitted_on >= ${from}))`;
}

type FirstDay = "admitted_on" | "long_stay_from";

export function hasDay(
  question: Question,
  since: FirstDay = "admitted_on",
): Condition {
  const start = sql.ref(`stays.${since}`);
  return sql<SqlBool>`(${hasBegun(start, question)} and (stays.days_end is null
    or (stays.days_end > ${question.from} and stays.days_end > ${start})))`;
}

function hasBegun(
  day: RawBuilder<unknown>,
  { from, to }: Question,
): RawBuilder<SqlBool> {
  return sql<SqlBool>`${day} <= ${to} and ${day} <= facilities.data_through
    and facilities.data_through >= ${from}`;
}

export function daysInRange(
  { from, to }: Question,
  since: FirstDay = "admitted_on",
): RawBuilder<number> {
  const start = sql.ref(`stays.${since}`);
  const after = sql`(case when facilities.data_through < ${to} then facilities.data_through else ${to} end + 1)`;
  const first = sql`(case when ${start} < ${from} then ${from} else ${start} end)`;
  const end = sql`(case when stays.days_end < ${after} then stays.days_end else ${after} end)`;
  return sql<number>`(case when ${end} > ${first} then ${end} - ${first} else 0 end)`;
}

/** Row of `transfers` that represents its transfer (R248). */
export const IS_COUNTED = sql<SqlBool>`(transfers.trip_planned is not null)`;

/** Row of `transfers` that counts: unplanned inpatient or observation. */
export const IS_HOSPITALIZATION = sql<SqlBool>`(transfers.outcome <> 'ed_only' and transfers.trip_planned = 0)`;

export const IS_ED_VISIT = sql<SqlBool>`(transfers.outcome = 'ed_only' and ${IS_COUNTED})`;

export const IS_UNPLANNED_ADMISSION = sql<SqlBool>`(transfers.outcome = 'inpatient' and transfers.trip_planned = 0)`;

export function happenedIn(
  { from, to }: Question,
  day = sql.ref("transfers.transferred_on"),
): Condition {
  return sql<SqlBool>`(${day} between ${from} and ${to} and ${day} <= facilities.data_through)`;
}

export function countWhere(condition: Condition): RawBuilder<number> {
  return sql<number>`count(case when ${condition} then 1 end)`;
}
