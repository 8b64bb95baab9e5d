import { sql, type RawBuilder, type SqlBool } from "kysely";
import type { EpochDay } from "~/domain/calendar";
import { COMPANY_ID } from "~/domain/places/hierarchy";
import type { FacilityIds } from "~server/access/facilities";
import type { Places } from "./totals/places";

export interface Question {
  facilityIds: FacilityIds;
  /** The division or region that these facilities are all of; left out of all others. */
  place?: { level: "division" | "region"; id: number };
  /** A number: the stays of that physician. Null: those without one. Left out: all. */
  npi?: number | null;
  isnp: boolean;
  from: EpochDay;
  /**
   * Last day of the range, not before `from` and not in the future. In each facility the range ends with the reach of its
   * data where that comes first (R245).
   */
  to: EpochDay;
}

export type StayFilter = Pick<
  Question,
  "facilityIds" | "place" | "npi" | "isnp"
>;

/** The places whose totals are the question's, where it is of no physician: one, or facilities that are to be summed. */
export function placesOf({ facilityIds, place, isnp }: StayFilter): Places {
  if (place) return { level: place.level, ids: [place.id], isnp };
  return facilityIds === "all"
    ? { level: "company", ids: [COMPANY_ID], isnp }
    : { level: "facility", ids: facilityIds, isnp };
}

type Condition = RawBuilder<SqlBool>;

/**
 * Stays with their facilities. What is asked here of a range needs both, because the reach of a facility's data ends the
 * range there (R245).
 */
export const STAYS = sql`stays join facilities on facilities.id = stays.facility_id`;

/** Transfers with the facilities where they happened; see {@link STAYS}. */
export const TRANSFERS = sql`transfers join facilities on facilities.id = transfers.facility_id`;

const NOTHING: Condition = sql<SqlBool>`1 = 0`;

/** Condition: the column holds one of the ids. Null where the ids are all. */
export function isOneOf(column: string, ids: FacilityIds): Condition | null {
  return ids === "all" ? null : isIn(column, ids);
}

/** Condition: the column holds one of the listed ids. */
export function isIn(column: string, ids: readonly number[]): Condition {
  if (ids.length === 0) return NOTHING;
  return sql<SqlBool>`${sql.ref(column)} in (${sql.join(ids)})`;
}

/** Row of `stays`: it counts for the question's place, physician and ISNP filter, whatever the range. */
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

/** Row of {@link STAYS}: it has a day in the range, or was admitted in it. */
export function isInRange(question: Question): Condition {
  const { from } = question;
  return sql<SqlBool>`(${hasBegun(sql`stays.admitted_on`, question)} and (stays.days_end is null
    or stays.days_end > ${from} or stays.admitted_on >= ${from}))`;
}

/** Row of {@link STAYS}: it has a day in the range. */
export function hasDay(question: Question): Condition {
  return sql<SqlBool>`(${hasBegun(sql`stays.admitted_on`, question)} and (stays.days_end is null
    or (stays.days_end > ${question.from} and stays.days_end > stays.admitted_on)))`;
}

/** A day that lies before the end of the range, in a facility where the range has a day at all. */
function hasBegun(
  day: RawBuilder<unknown>,
  { from, to }: Question,
): RawBuilder<SqlBool> {
  return sql<SqlBool>`${day} <= ${to} and ${day} <= facilities.data_through
    and facilities.data_through >= ${from}`;
}

/** Row of {@link STAYS}: it has a day in the range on which the resident is long-stay. */
export function hasLongStayDay(question: Question): Condition {
  return sql<SqlBool>`(${hasBegun(sql`stays.long_stay_from`, question)} and (stays.days_end is null
    or (stays.days_end > ${question.from} and stays.days_end > stays.long_stay_from)))`;
}

/** Days in the range of a row of {@link STAYS} that {@link isInRange}. */
export function daysInRange(question: Question): RawBuilder<number> {
  return daysFrom(sql`stays.admitted_on`, question);
}

/** Long-stay days in the range of a row of {@link STAYS} that {@link isInRange}. */
export function longStayDaysInRange(question: Question): RawBuilder<number> {
  return daysFrom(sql`stays.long_stay_from`, question);
}

function daysFrom(
  start: RawBuilder<unknown>,
  { from, to }: Question,
): RawBuilder<number> {
  const after = sql`(case when facilities.data_through < ${to} then facilities.data_through else ${to} end + 1)`;
  const first = sql`(case when ${start} < ${from} then ${from} else ${start} end)`;
  const end = sql`(case when stays.days_end < ${after} then stays.days_end else ${after} end)`;
  return sql<number>`(case when ${end} > ${first} then ${end} - ${first} else 0 end)`;
}

/** Row of `transfers`: it stands for the transfer, of all rows that tell of it (R248). */
export const IS_COUNTED = sql<SqlBool>`(transfers.trip_planned is not null)`;

/** Row of `transfers` that counts: unplanned inpatient or observation. */
export const IS_HOSPITALIZATION = sql<SqlBool>`(transfers.outcome <> 'ed_only' and transfers.trip_planned = 0)`;

/** Row of `transfers` that counts: an ED visit, planned or not. */
export const IS_ED_VISIT = sql<SqlBool>`(transfers.outcome = 'ed_only' and ${IS_COUNTED})`;

/** Row of `transfers` that counts: unplanned inpatient. */
export const IS_UNPLANNED_ADMISSION = sql<SqlBool>`(transfers.outcome = 'inpatient' and transfers.trip_planned = 0)`;

/** Row of {@link TRANSFERS}: its day is in the range. */
export function happenedIn({ from, to }: Question): Condition {
  return sql<SqlBool>`(transfers.transferred_on between ${from} and ${to}
    and transfers.transferred_on <= facilities.data_through)`;
}

/** How many rows meet a condition; 0 over no rows. */
export function countWhere(condition: Condition): RawBuilder<number> {
  return sql<number>`count(case when ${condition} then 1 end)`;
}
