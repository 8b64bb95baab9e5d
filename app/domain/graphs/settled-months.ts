import { epochDayOf, isoDayOf, type IsoDay } from "../calendar";
import { importDayOf } from "./import-day";

/** A return to hospital or an ED visit counts up to so many days after admission (R79). */
const DAYS_TO_COUNT = 30;

/**
 * How many of the months of a graph are settled, oldest first: the 30 days of all their admissions are over by the last
 * import (decision 13). The others hold all of their admissions and only some of their events, so that their rate is
 * too low and can only rise. The last month is that of To Date and ends there. `lastUpdated` is `yyyy-MM-dd HH:mm:ss`
 * New York time; where it is not known, To Date stands in for it.
 */
export function settledMonthCount(
  months: number,
  endDate: IsoDay,
  lastUpdated: string | null,
): number {
  const known = importDayOf(lastUpdated) ?? endDate;
  let count = months;
  let lastDay = endDate;
  while (count > 0 && !isOver(lastDay, known)) {
    lastDay = dayBeforeMonthOf(lastDay);
    count -= 1;
  }
  return count;
}

/**
 * Whether the 30 days of all admissions of a range are over by the last import; null where that is not known. */
export function isSettledRange(
  endDate: IsoDay,
  lastUpdated: string | null,
): boolean | null {
  const known = importDayOf(lastUpdated);
  return known === null ? null : isOver(endDate, known);
}

function isOver(lastDay: IsoDay, known: IsoDay): boolean {
  return epochDayOf(lastDay) + DAYS_TO_COUNT <= epochDayOf(known);
}

function dayBeforeMonthOf(day: IsoDay): IsoDay {
  return isoDayOf(epochDayOf(`${day.slice(0, 7)}-01`) - 1);
}
