import { epochDayOf, isoDayOf, type IsoDay } from "../calendar";
import { importDayOf, type KnownTime } from "./import-day";

/** A return to hospital or an ED visit counts up to so many days after admission (R79). */
const DAYS_TO_COUNT = 30;

/**
 * How many months of a graph are settled, oldest first: the 30 days of all their admissions are over by the last
 * import and by the reach of the data (R119). A later month has all of its admissions and only some of their events, so its rate can only rise. The
 * last month ends with To Date, which stands in where neither is known.
 */
export function settledMonthCount(
  months: number,
  endDate: IsoDay,
  time: KnownTime,
): number {
  const known = knownDayOf(time) ?? endDate;
  let count = months;
  let lastDay = endDate;
  while (count > 0 && !isOver(lastDay, known)) {
    lastDay = dayBeforeMonthOf(lastDay);
    count -= 1;
  }
  return count;
}

/** Whether the 30 days of all admissions of a range are over, as above. Null where that is not known. */
export function isSettledRange(
  endDate: IsoDay,
  time: KnownTime,
): boolean | null {
  const known = knownDayOf(time);
  return known === null ? null : isOver(endDate, known);
}

/** First day of the last month that is settled, as above; null where that is not known. */
export function lastSettledMonth(time: KnownTime): IsoDay | null {
  const known = knownDayOf(time);
  if (known === null) return null;
  let lastDay = dayBeforeMonthOf(known);
  while (!isOver(lastDay, known)) lastDay = dayBeforeMonthOf(lastDay);
  return `${lastDay.slice(0, 7)}-01`;
}

function knownDayOf({ lastUpdated, reach }: KnownTime): IsoDay | null {
  const imported = importDayOf(lastUpdated);
  if (imported === null || reach === null) return imported ?? reach;
  return imported < reach ? imported : reach;
}

function isOver(lastDay: IsoDay, known: IsoDay): boolean {
  return epochDayOf(lastDay) + DAYS_TO_COUNT <= epochDayOf(known);
}

function dayBeforeMonthOf(day: IsoDay): IsoDay {
  return isoDayOf(epochDayOf(`${day.slice(0, 7)}-01`) - 1);
}
