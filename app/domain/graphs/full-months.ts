import { epochDayOf, isoDayOf, type IsoDay } from "../calendar";
import { importDayOf } from "./import-day";

/**
 * How many months of a graph are whole. The last month ends with To Date (R109), and nothing is known after the last
 * import. The count of such a month is too low, and a trend that ends with it seems to fall. `lastUpdated` is
 * `yyyy-MM-dd HH:mm:ss` New York time; null where it is not known.
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
