import type { RateMeasure } from "~/domain/figures/rate-measures";
import { isSmallDenominator } from "~/domain/figures/small-numbers";
import { isOfGaps } from "~/domain/graphs/chart-method";
import { latestOf } from "~/domain/graphs/graph-finding";
import type { JudgedSeries } from "~/domain/graphs/judge-series";
import type { MeasureLine } from "~/domain/graphs/measure-line";
import type { RunRule, RunSignal } from "~/domain/graphs/run-rules";

export const VARIATIONS = [
  "unusually_high",
  "unusually_low",
  "drifting_up",
  "drifting_down",
  "usual",
  "too_few",
] as const;

export type Variation = (typeof VARIATIONS)[number];

/** Fewer months have limits that the next month moves. */
const FEWEST_JUDGED_MONTHS = 12;

/** On the average; fewer of them have more months without any than with some. */
const FEWEST_EVENTS_OF_A_MONTH = 1;

export interface SeriesReading {
  variation: Variation;
  latest: number | null;
  indexes: number[];
}

type Measure = Pick<RateMeasure, "chart" | "daysPerUnit" | "multiplier">;

type Judged = Pick<JudgedSeries, "chart"> & {
  signals: readonly RunSignal[];
  expected?: JudgedSeries["expected"] | undefined;
  method?: JudgedSeries["method"] | undefined;
  gaps?: JudgedSeries["gaps"] | undefined;
};

/** In order of precedence: if two patterns reach the newest month and disagree, the trend is the more current one. */
const RULES: readonly RunRule[] = ["trend", "shift", "near-limit"];

/** The newest month with a rate alone speaks (R368). `whole`: how many months are over for this measure; the last of these needs a rate. */
export function readSeries(
  measure: Measure,
  series: Judged,
  line: MeasureLine,
  whole: number,
): SeriesReading {
  const latest = latestOf(series.chart);
  if (
    latest === null ||
    latest < whole - 1 ||
    isTooFew(measure, series, line)
  ) {
    return { variation: "too_few", latest, indexes: [] };
  }
  const outside = series.chart.points[latest]?.outside ?? null;
  if (outside !== null) {
    const variation = outside === "above" ? "unusually_high" : "unusually_low";
    return { variation, latest, indexes: [latest] };
  }
  return { latest, ...driftOf(series.signals, latest) };
}

/** Few months with limits or none for the newest, fewer events than months, or a small denominator in all of them (R369). */
function isTooFew(
  measure: Measure,
  { chart, expected, method, gaps }: Judged,
  { denominators }: MeasureLine,
): boolean {
  // Gaps between rare events have limits in place of the months (R362).
  if (isOfGaps(method)) return gaps?.upper == null;
  let months = 0;
  let over = 0;
  chart.points.forEach(({ lower, upper }, at) => {
    if (lower === null || upper === null) return;
    months += 1;
    over += denominators[at] ?? 0;
  });
  const newest = chart.points[latestOf(chart) ?? -1];
  return (
    months < FEWEST_JUDGED_MONTHS ||
    newest?.lower === null ||
    (expected ?? Infinity) < FEWEST_EVENTS_OF_A_MONTH ||
    isSmallDenominator(measure, over)
  );
}

function driftOf(
  signals: readonly RunSignal[],
  latest: number,
): Pick<SeriesReading, "variation" | "indexes"> {
  // The first event of a cluster ends a long gap in its month, and the second one the run of long gaps.
  const reaching = signals.filter(
    ({ indexes, isOver }) => indexes.includes(latest) && !isOver,
  );
  const [first] = RULES.flatMap(
    (rule) => reaching.find((signal) => signal.rule === rule) ?? [],
  );
  if (!first) return { variation: "usual", indexes: [] };
  const { direction } = first;
  const months = reaching
    .filter((signal) => signal.direction === direction)
    .flatMap(({ indexes }) => indexes);
  return {
    variation: direction === "up" ? "drifting_up" : "drifting_down",
    indexes: [...new Set(months)].sort((one, other) => one - other),
  };
}
