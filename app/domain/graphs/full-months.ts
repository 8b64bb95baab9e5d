import { epochDayOf, isIsoDay, type IsoDay, isoDayOf } from "~/domain/calendar";

/**
 * How many months of a graph are whole. The last month ends with To Date (R109), and nothing is known from the last
 * import on, nor after the reach of the data. The count of such a month is too low, and a trend that ends with it seems to fall.
 */
export function fullMonthCount(
  months: number,
  endDate: IsoDay,
  { lastUpdated, reach }: KnownTime,
): number {
  // The first day that is not whole; its month is the first that is not whole either.
  const [cut = endDate] = [
    dayAfter(endDate),
    ...(reach === null ? [] : [dayAfter(reach)]),
    importDayOf(lastUpdated) ?? dayAfter(endDate),
  ].sort();
  const first = monthNumber(endDate) - (months - 1);
  const firstCut = monthNumber(cut);
  return Math.min(Math.max(firstCut - first, 0), months);
}

function dayAfter(day: IsoDay): IsoDay {
  return isoDayOf(epochDayOf(day) + 1);
}

function monthNumber(day: IsoDay): number {
  return Number(day.slice(0, 4)) * 12 + Number(day.slice(5, 7));
}

/** The time span of the data. */
interface KnownTime {
  /** When the data were last imported, `yyyy-MM-dd HH:mm:ss` New York time; null if unknown. */
  lastUpdated: string | null;
  /** The last day through which the data are complete everywhere; null where the host does not say (R245). */
  reach: IsoDay | null;
}

/** The day of the last import, from its `yyyy-MM-dd HH:mm:ss` New York time; null where that is not known. */
function importDayOf(lastUpdated: string | null): IsoDay | null {
  const day = lastUpdated?.slice(0, 10) ?? "";
  return isIsoDay(day) ? day : null;
}
