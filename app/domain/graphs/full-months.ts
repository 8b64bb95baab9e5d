import { epochDayOf, isoDayOf, type IsoDay } from "../calendar";
import { importDayOf } from "./import-day";

/**
 * How many of the months of a graph are whole. The last month is that of To Date and is cut there (R109),
 * and what came after the last import is not known: the count of such a month is low for no reason but that, and a
 * trend that ends with it seems to plunge. `lastUpdated` is `yyyy-MM-dd HH:mm:ss` New York time; null where it is not
 * known.
 */
export function fullMonthCount(
  months: number,
  endDate: IsoDay,
  lastUpdated: string | null,
): number {
  const imported = importDayOf(lastUpdated);
  const dayAfter = isoDayOf(epochDayOf(endDate) + 1);
  // The first day that is not whole; its month is the first that is not whole either.
  const cut = imported && imported < dayAfter ? imported : dayAfter;
  const first = monthNumber(endDate) - (months - 1);
  const firstCut = monthNumber(cut);
  return Math.min(Math.max(firstCut - first, 0), months);
}

function monthNumber(day: IsoDay): number {
  return Number(day.slice(0, 4)) * 12 + Number(day.slice(5, 7));
}
