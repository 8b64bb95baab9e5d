import { inUnits, type RateMeasure } from "../figures/rate-measures";

/** One line of a graph: rates, and their denominators in the unit of the measure. */
export interface MeasureLine {
  rates: readonly (number | null)[];
  denominators: readonly (number | null)[];
}

/** Exact rates would be half of a document, and nobody sees a fifth decimal: all that judge a rate judge it like this. */
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
