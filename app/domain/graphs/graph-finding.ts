import type { ControlChart } from "./control-chart";
import { firstDayOfMonth, firstLimitsOf } from "./chart-phases";
import { monthOfDay, type ChartStory } from "./graph-words";
import { isOfGaps } from "./chart-method";
import type { JudgedSeries } from "./judge-series";
import { runSignals, type RunSignal } from "./run-rules";

/** The picture marks these with a diamond or a ring. */
export function unusualMonths(
  chart: ControlChart,
  signals: readonly Pick<RunSignal, "indexes">[] = runSignals(chart),
): number[] {
  const marked = new Set(signals.flatMap(({ indexes }) => indexes));
  return chart.points.flatMap(({ outside }, index) =>
    outside !== null || marked.has(index) ? [index] : [],
  );
}

/** Months with limits of their own, or judged by the gaps of their phase (R362). */
export function judgedMonths({
  chart: { points },
  parts,
}: Pick<JudgedSeries, "chart" | "parts">): number {
  const judged = points.filter(({ value, lower }, index) => {
    const part = parts.find(({ from, to }) => index >= from && index <= to);
    return isOfGaps(part?.method)
      ? value !== null && part?.gaps?.upper != null
      : lower !== null;
  });
  return judged.length;
}

export function notJudged(story: Phased): string {
  const month = firstLimits(story);
  return month === null
    ? "No month can be judged yet."
    : `Too early to judge the new phase. Limits start in ${month}.`;
}

export type Phased = Pick<ChartStory, "mode" | "chart" | "parts">;

/** Null if the newest of several phases has limits, or there is only one phase. */
export function firstLimits({
  mode,
  chart,
  parts = [],
}: Phased): string | null {
  const newest = parts[parts.length - 1];
  if (parts.length < 2 || !newest?.isShort || newest.phase === null) {
    return null;
  }
  // The newest month may yet get a rate.
  const unknown = chart.points
    .slice(newest.judgedFrom, newest.to)
    .filter(({ value }) => value === null);
  const month = firstLimitsOf(newest.phase, mode, unknown.length);
  return monthOfDay(firstDayOfMonth(month));
}

export function nothingToChart(months: number): string {
  return `The ${months === 1 ? "month has" : `${months} months have`} no rate to show.`;
}

export function latestOf({
  points,
}: Pick<ControlChart, "points">): number | null {
  const latest = points.map(({ value }) => value !== null).lastIndexOf(true);
  return latest < 0 ? null : latest;
}

export function lackOfLimits({
  chart,
  method,
  gaps,
  parts = [],
}: Pick<ChartStory, "chart" | "method" | "gaps" | "parts">): string | null {
  if (isOfGaps(method)) {
    return gaps?.upper == null ? "Too few events for limits" : null;
  }
  const hasLimits = chart.points.some(({ lower }) => lower !== null);
  return hasLimits && !parts[parts.length - 1]?.isShort
    ? null
    : "Too few months for limits";
}
