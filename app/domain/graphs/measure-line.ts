import { inUnits, type RateMeasure } from "../figures/rate-measures";
import type { IsoDay } from "../calendar";
import { monthNumberOf, type MonthNumber } from "./chart-phases";
import type { DatedEvent } from "./rare-events";

export interface MeasureLine {
  rates: readonly (number | null)[];
  denominators: readonly (number | null)[];
}

/** Judging uses the same decimals as the screen; exact rates would be half of a document. */
export function toFourDecimals(value: number | null): number | null {
  return value === null ? null : Math.round(value * 1e4) / 1e4;
}

export function lineInUnits(
  measure: Pick<RateMeasure, "daysPerUnit">,
  { rates, denominators }: MeasureLine,
): { [part in keyof MeasureLine]: (number | null)[] } {
  return {
    rates: [...rates],
    denominators: denominators.map((counted) => inUnits(measure, counted)),
  };
}

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
