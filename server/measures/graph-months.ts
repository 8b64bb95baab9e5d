import { GRAPH_MONTHS } from "~/contract/graphs";
import {
  epochDayOf,
  firstOfNextMonth,
  type EpochDay,
  type IsoDay,
} from "~/domain/calendar";

/** Months in a rolling value (R110). */
export const ROLLING_MONTHS = 12;

/** Months before the first one shown that its rolling value needs. */
export const MONTHS_BEFORE = ROLLING_MONTHS - 1;

export interface CalendarMonth {
  year: number;
  /** 1 to 12. */
  month: number;
  firstDay: EpochDay;
  lastDay: EpochDay;
}

/**
 * The months of a graph, oldest first: {@link MONTHS_BEFORE} for the first rolling value, then those shown, up to the
 * month of `endDate`.
 */
export function graphMonths(
  endDate: IsoDay,
  shown = GRAPH_MONTHS,
): CalendarMonth[] {
  const [year = 0, month = 1] = endDate.split("-").map(Number);
  const count = MONTHS_BEFORE + shown;
  return Array.from({ length: count }, (_, index) =>
    calendarMonth(year * 12 + (month - 1) - (count - 1 - index)),
  );
}

export function shownMonths(endDate: IsoDay): CalendarMonth[] {
  return graphMonths(endDate).slice(MONTHS_BEFORE);
}

export function firstGraphDay(endDate: IsoDay, shown?: number): IsoDay {
  const [first] = graphMonths(endDate, shown);
  return first ? firstDayOf(first) : endDate;
}

/** @param number months since the year 0 */
function calendarMonth(number: number): CalendarMonth {
  const month = { year: Math.floor(number / 12), month: (number % 12) + 1 };
  const firstDay = epochDayOf(firstDayOf(month));
  return { ...month, firstDay, lastDay: firstOfNextMonth(firstDay) - 1 };
}

function firstDayOf({ year, month }: { year: number; month: number }): IsoDay {
  return `${String(year).padStart(4, "0")}-${String(month).padStart(2, "0")}-01`;
}
