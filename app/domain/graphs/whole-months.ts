import { epochDayOf, isIsoDay, isoDayOf, type IsoDay } from "~/domain/calendar";
import type { RateMeasure } from "~/domain/figures/rate-measures";
import { RETURN_WINDOW_DAYS } from "~/domain/residents/return-window";
import { monthNumberOf } from "./chart-phases";
import type { MeasureLine } from "./measure-line";

/**
 * Percentages also need finished 30-day windows (R79). `lastDay`: the data cut-off, or a silent facility's last day
 * (R300).
 */
export function wholeMonthCount(
  { chart }: Pick<RateMeasure, "chart">,
  months: number,
  endDate: IsoDay,
  lastDay: IsoDay | null,
): number {
  if (lastDay === null) return months;
  const reach = chart === "p" ? lastSettledDay(lastDay) : lastDay;
  return fullMonthCount(months, endDate, { lastUpdated: null, reach });
}

export function lineThrough(
  { rates, denominators }: MeasureLine,
  months: number,
): MeasureLine {
  const through = (values: MeasureLine["rates"]) =>
    values.map((value, index) => (index < months ? value : null));
  return { rates: through(rates), denominators: through(denominators) };
}

export function earlierOf(
  one: IsoDay | null,
  other: IsoDay | null,
): IsoDay | null {
  if (one === null || other === null) return one ?? other;
  return one < other ? one : other;
}

function lastSettledDay(reach: IsoDay): IsoDay {
  return isoDayOf(epochDayOf(reach) - RETURN_WINDOW_DAYS);
}

/** A month that To Date, the last import or the data cut-off ends early is not whole: its count is low, and a trend would seem to fall. */
export function fullMonthCount(
  months: number,
  endDate: IsoDay,
  { lastUpdated, reach }: KnownTime,
): number {
  const [cut = endDate] = [
    dayAfter(endDate),
    ...(reach === null ? [] : [dayAfter(reach)]),
    importDayOf(lastUpdated) ?? dayAfter(endDate),
  ].sort();
  const first = monthNumberOf(endDate) - (months - 1);
  const firstCut = monthNumberOf(cut);
  return Math.min(Math.max(firstCut - first, 0), months);
}

function dayAfter(day: IsoDay): IsoDay {
  return isoDayOf(epochDayOf(day) + 1);
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
