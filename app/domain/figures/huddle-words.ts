import type { OverviewMetrics } from "./metrics";
import { RATE_MEASURES, SMALL_DENOMINATOR } from "./rate-measures";
import { isSmallDenominator } from "./small-numbers";

/**
 * The rates of a huddle sheet that stand on too little to be judged, in one sentence; null where there is none. A
 * sheet on a wall has no place for a note beside each figure.
 */
export function smallNumbersSentence(metrics: OverviewMetrics): string | null {
  const titles = RATE_MEASURES.filter((measure) =>
    isSmallDenominator(measure, measure.read(metrics).denominator),
  ).map(({ title }) => title);
  if (titles.length === 0) return null;
  return `Small numbers: ${titles.join(", ")}. A rate from fewer than ${SMALL_DENOMINATOR} admissions or patient months is mostly chance.`;
}
