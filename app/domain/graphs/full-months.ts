import { epochDayOf, isIsoDay, type IsoDay, isoDayOf } from "~/domain/calendar";

/** A month that To Date, the last import or the data cut-off ends early is not whole: its count is low, and a trend would seem to fall. */
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

interface KnownTime {
  /** When the data were last imported, `yyyy-MM-dd HH:mm:ss` New York time; null if unknown. */
  lastUpdated: string | null;
  reach: IsoDay | null;
}

function importDayOf(lastUpdated: string | null): IsoDay | null {
  const day = lastUpdated?.slice(0, 10) ?? "";
  return isIsoDay(day) ? day : null;
}
