import { fullMonthCount } from "~/domain/graphs/whole-months";
import { findRateMeasure } from "~/domain/figures/rate-measures";
import type { GraphsView, ProfileView } from "../profile-view";
import { EMPTY_METRICS, type OverviewMetrics } from "~/domain/figures/metrics";

export function trendOf(
  {
    graphs,
    filters,
    ...time
  }: Pick<ProfileView, "graphs" | "filters" | "lastUpdated" | "reach">,
  tag: string,
): { values: readonly (number | null)[]; months: string[] } {
  if (graphs.state !== "data") return { values: [], months: [] };
  const { months, years } = graphs.data;
  const count = fullMonthCount(months.length, filters.endDate, time);
  return {
    values: monthlyOf(graphs.data, tag).slice(0, count),
    months: months
      .slice(0, count)
      .map((month, index) => `${month} ${years[index] ?? ""}`.trim()),
  };
}

/** A figure month by month: rates, and the admissions and days that they are made of, have lines in the graphs. */
export function monthlyOf(
  { trends, lines }: GraphsView,
  tag: string,
): readonly (number | null)[] {
  const measure = findRateMeasure(tag);
  if (measure) return lines[measure.graph].mom.rates;
  if (tag === "ach_adm" && !trends.ach_adm) {
    return lines.rth_30.mom.denominators;
  }
  if (tag === "pd_lt_doc") return lines.hosp_1000.mom.denominators;
  return trends[tag] ?? [];
}

/** What the overview card shows: zeros on empty, nothing on error (R54), and where the data end before the range (R499). */
export function shownMetrics({
  metrics,
}: Pick<ProfileView, "metrics">): OverviewMetrics | null {
  if (metrics.state === "data") return metrics.data;
  return metrics.state === "empty" && metrics.message === undefined
    ? EMPTY_METRICS
    : null;
}
