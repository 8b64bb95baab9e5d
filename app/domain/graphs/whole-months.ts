import { epochDayOf, isoDayOf, type IsoDay } from "../calendar";
import type { RateMeasure } from "../figures/rate-measures";
import { RETURN_WINDOW_DAYS } from "../residents/return-window";
import { fullMonthCount } from "./full-months";
import type { MeasureLine } from "./measure-line";

/** For percentages the 30-day windows must be over too (R79). `lastDay`: the data cut-off, or a silent facility's last day (R300). */
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
