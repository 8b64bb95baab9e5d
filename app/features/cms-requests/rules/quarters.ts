import { epochDayOf, isoDayOf, usDayOf, type IsoDay } from "~/domain/calendar";

/** Days from the first to the last, both included. */
export interface DayRange {
  start: IsoDay;
  end: IsoDay;
}

const MONTHS_OF_QUARTER = 3;
const QUARTERS_OF_YEAR = 4;

/** The first day of a month; `month` counts on over the ends of the year: 0 is January, 12 the January after. */
function firstOfMonth(year: number, month: number): IsoDay {
  return new Date(Date.UTC(year, month, 1)).toISOString().slice(0, 10);
}

/** Whole months, from the first day of one to the last day of the last one. */
export function monthsFrom(
  year: number,
  month: number,
  months: number,
): DayRange {
  const dayAfter = firstOfMonth(year, month + months);
  return {
    start: firstOfMonth(year, month),
    end: isoDayOf(epochDayOf(dayAfter) - 1),
  };
}

/** A calendar quarter as a number that counts on from year to year. */
export type Quarter = number;

/** The quarter of a year, 1 to 4. */
export function quarterOf(year: number, quarter: number): Quarter {
  return year * QUARTERS_OF_YEAR + quarter - 1;
}

/** 'Q4 2021' (R190). */
export function quarterName(quarter: Quarter): string {
  return `Q${(quarter % QUARTERS_OF_YEAR) + 1} ${yearOf(quarter)}`;
}

/** Calendar bounds of the quarters from one to another, both included (R191). */
export function quarterDays(from: Quarter, to: Quarter): DayRange {
  return monthsFrom(
    yearOf(from),
    (from % QUARTERS_OF_YEAR) * MONTHS_OF_QUARTER,
    (to - from + 1) * MONTHS_OF_QUARTER,
  );
}

/** The fiscal year of that number: October of the year before to September. */
export function fiscalYearDays(year: number): DayRange {
  return quarterDays(quarterOf(year - 1, 4), quarterOf(year, 3));
}

function yearOf(quarter: Quarter): number {
  return Math.floor(quarter / QUARTERS_OF_YEAR);
}

/** A range of days as the reports write it, 'MM/dd/yyyy' on both sides of `between`. */
export function rangeLabel({ start, end }: DayRange, between: string): string {
  return `${usDayOf(start)}${between}${usDayOf(end)}`;
}
