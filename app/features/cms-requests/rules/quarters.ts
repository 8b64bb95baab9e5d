import { epochDayOf, isoDayOf, usDayOf, type IsoDay } from "~/domain/calendar";

export interface DayRange {
  start: IsoDay;
  end: IsoDay;
}

const MONTHS_OF_QUARTER = 3;
const QUARTERS_OF_YEAR = 4;

/** `month` is 0 for January and may lie outside the year. */
function firstOfMonth(year: number, month: number): IsoDay {
  return new Date(Date.UTC(year, month, 1)).toISOString().slice(0, 10);
}

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

/** Counts on from year to year. */
export type Quarter = number;

export function quarterOf(year: number, quarter: number): Quarter {
  return year * QUARTERS_OF_YEAR + quarter - 1;
}

/** 'Q4 2021' (R190). */
export function quarterName(quarter: Quarter): string {
  return `Q${(quarter % QUARTERS_OF_YEAR) + 1} ${yearOf(quarter)}`;
}

export function quarterDays(from: Quarter, to: Quarter): DayRange {
  return monthsFrom(
    yearOf(from),
    (from % QUARTERS_OF_YEAR) * MONTHS_OF_QUARTER,
    (to - from + 1) * MONTHS_OF_QUARTER,
  );
}

/** October of the year before to September. */
export function fiscalYearDays(year: number): DayRange {
  return quarterDays(quarterOf(year - 1, 4), quarterOf(year, 3));
}

function yearOf(quarter: Quarter): number {
  return Math.floor(quarter / QUARTERS_OF_YEAR);
}

export function rangeLabel({ start, end }: DayRange, between: string): string {
  return `${usDayOf(start)}${between}${usDayOf(end)}`;
}
