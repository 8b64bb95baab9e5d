import { GRAPH_MONTHS } from "~/contract/graphs";
import {
  epochDayOf,
  firstOfMonth,
  firstOfNextMonth,
  isoDayOf,
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

/** Oldest first; {@link MONTHS_BEFORE} of them come before those shown. */
export function graphMonths(
  endDate: IsoDay,
  shown = GRAPH_MONTHS,
): CalendarMonth[] {
  const months: CalendarMonth[] = [];
  let next = firstOfNextMonth(epochDayOf(endDate));
  while (months.length < MONTHS_BEFORE + shown) {
    const lastDay = next - 1;
    const firstDay = firstOfMonth(lastDay);
    const [year = 0, month = 1] = isoDayOf(firstDay).split("-").map(Number);
    months.unshift({ year, month, firstDay, lastDay });
    next = firstDay;
  }
  return months;
}

export function shownMonths(endDate: IsoDay): CalendarMonth[] {
  return graphMonths(endDate).slice(MONTHS_BEFORE);
}

export function firstGraphDay(endDate: IsoDay, shown?: number): IsoDay {
  const [first] = graphMonths(endDate, shown);
  return first ? isoDayOf(first.firstDay) : endDate;
}
