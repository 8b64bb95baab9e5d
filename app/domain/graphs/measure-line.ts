import { inUnits, type RateMeasure } from "../figures/rate-measures";

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
