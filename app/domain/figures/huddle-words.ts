import type { OverviewMetrics } from "./metrics";
import { RATE_MEASURES, SMALL_DENOMINATOR } from "./rate-measures";
import { isSmallDenominator } from "./small-numbers";

/**
 * Names the rates of a huddle sheet that are too small to judge, in one sentence, because the sheet has no room for a
 * note beside each figure. Null where there is none.
 */
export function smallNumbersSentence(metrics: OverviewMetrics): string | null {
  const titles = RATE_MEASURES.filter((measure) =>
    isSmallDenominator(measure, measure.read(metrics).denominator),
  ).map(({ title }) => title);
  if (titles.length === 0) return null;
  return `Small numbers: ${titles.join(", ")}. Treat with caution: fewer than ${SMALL_DENOMINATOR} admissions or patient months.`;
}
