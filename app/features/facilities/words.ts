import type { RateTag } from "~/domain/graphs/rate-graphs";

export const facilitiesWords = {
  title: "Facilities",
  name: "Facility",
  region: "Region",
  score: "Score of 600",
  inHouse: "In house",
  overdue: "Reviews overdue",
  above: "Above limit",
  below: "Below limit",
  order: "Most rates above limit first.",
  defaultOrder: "Worst first",
  byTargets: "Most missed targets first",
  targets:
    "Targets are judged by the limits of each facility's own rolling chart, through To Date.",
  bars: "Bars: facility limits. Tick: mean.",
  small: "Too few cases to tell from chance.",
  nothing: "–",
  pages: "Pages of the facilities",
  measures: "Measure of the funnel",
  funnel: "Funnel",
  failed: "The facilities could not be read.",
  empty: "There are no facilities to show for these days.",
} as const;

export const RATE_HEADS: Record<RateTag, string> = {
  rth: "30 Day RTH",
  ed: "30 Day OP Ed Visits",
  h_1000: "Hosp/1000",
  ed_1000: "ED/1000",
  adm_1000: "ADM/1000",
};

export function shownText(part: {
  first: number;
  last: number;
  total: number;
}): string {
  const { first, last, total } = part;
  if (first > 1 || last < total) return `Rows ${first} to ${last} of ${total}`;
  return total === 1 ? "1 facility" : `${total} facilities`;
}
