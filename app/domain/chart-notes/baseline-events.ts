import type { RateMeasure } from "../figures/rate-measures";
import { eventsOf } from "../graphs/control-chart";
import type { MeasureLine } from "../graphs/measure-line";

/** A baseline has at least so many events, one a month: where it has hardly any, each later event is above it (R377). */
export const FEWEST_EVENTS = 12;

/** Whether months have too few events to be a baseline; denominators are in the unit of the measure. */
export function hasFewEvents(
  measure: Pick<RateMeasure, "multiplier">,
  line: MeasureLine,
): boolean {
  const counted = eventsOf(measure, line);
  return counted.reduce<number>((sum, n) => sum + (n ?? 0), 0) < FEWEST_EVENTS;
}
