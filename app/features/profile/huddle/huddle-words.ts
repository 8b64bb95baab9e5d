import type { OverviewMetrics } from "~/domain/figures/metrics";
import {
  RATE_MEASURES,
  SMALL_DENOMINATOR,
} from "~/domain/figures/rate-measures";
import { isSmallDenominator } from "~/domain/figures/small-numbers";

/** One sentence for all small rates: the sheet has no room for a note beside each figure. */
export function smallNumbersSentence(metrics: OverviewMetrics): string | null {
  const titles = RATE_MEASURES.filter((measure) =>
    isSmallDenominator(measure, measure.read(metrics).denominator),
  ).map(({ title }) => title);
  if (titles.length === 0) return null;
  return `Small numbers: ${titles.join(", ")}. Treat with caution: fewer than ${SMALL_DENOMINATOR} admissions or patient months.`;
}
