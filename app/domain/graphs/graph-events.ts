import type { IsoDay } from "../calendar";
import { inUnits, type RateMeasure } from "../figures/rate-measures";
import { monthNumberOf, type MonthNumber } from "./chart-phases";
import type { DatedEvent } from "./rare-events";

export interface SentEvents {
  days: readonly IsoDay[];
  months: readonly number[];
  /** Admissions or long-stay days from the first month through each; not positive before it. */
  counted: readonly number[];
}

export function eventsInUnits(
  measure: Pick<RateMeasure, "daysPerUnit">,
  events: SentEvents | undefined,
): DatedEvent[] | undefined {
  return events?.days.map((day, index) => ({
    day,
    month: events.months[index] ?? 0,
    counted: inUnits(measure, events.counted[index] ?? 0) ?? 0,
  }));
}

/** Places of the months of days in a series with this first month; negative before it. */
export function placesOfMonths(
  days: readonly IsoDay[],
  first: MonthNumber,
): number[] {
  return days.map((day) => monthNumberOf(day) - first);
}
