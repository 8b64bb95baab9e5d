import type { ListSort } from "~/domain/lists/list-page";
import { rateCell } from "~/domain/number-format";
import {
  funnelOf,
  rankFunnel,
  scaleOf,
  type Funnel,
  type FunnelPoint,
} from "~/domain/figures/funnel";
import {
  inUnits,
  RATE_MEASURES,
  type RateMeasure,
} from "~/domain/figures/rate-measures";
import { hasNoneSettled } from "~/domain/figures/settled-admissions";
import { RATE_GRAPHS, type RateTag } from "~/domain/graphs/rate-graphs";
import type { CsvCell } from "~/domain/lists/csv-cells";
import {
  sortRows,
  type SortKind,
  type SortValue,
} from "~/domain/lists/table-sort";
import { targetCells, TARGET_PARTS } from "~/features/targets/rules";
import type { FacilityRow } from "~server/facilities/service";

export type Facility = FacilityRow;

export type JudgedFacility = Facility & { rates: Record<RateTag, Point> };

type Point = FunnelPoint<Facility>;

export function judgeFacilities(all: readonly Facility[]) {
  const funnels = byRate((measure) =>
    funnelOf(
      measure,
      all.map((facility) => ({ ...facility, ...countsOf(measure, facility) })),
    ),
  );
  const facilities = all.map((facility, at) => ({
    ...facility,
    rates: byRate(({ tag }) => funnels[tag].points[at] as Point),
  }));
  return { facilities, funnels };
}

function byRate<Value>(valueOf: (measure: RateMeasure) => Value) {
  return Object.fromEntries(
    RATE_MEASURES.map((measure) => [measure.tag, valueOf(measure)]),
  ) as Record<RateTag, Value>;
}

const EVENTS = {
  rth: "rth",
  ed: "ed",
  h_1000: "h_events",
  ed_1000: "ed_events",
  adm_1000: "adm_events",
} as const satisfies Record<RateTag, string>;

function countsOf(measure: RateMeasure, { totals }: Facility) {
  if (totals === null) return { events: null, denominator: null };
  const over = measure.chart === "p" ? "settled_adm" : "pd_lt_doc";
  return {
    events: totals[EVENTS[measure.tag]],
    denominator: inUnits(measure, totals[over]),
  };
}

export function absenceOf(
  { chart }: Pick<RateMeasure, "chart">,
  { totals }: Pick<Facility, "totals">,
): "unknown" | "not-yet" | "nothing" {
  if (totals === null) return "unknown";
  return chart === "p" && hasNoneSettled(totals) ? "not-yet" : "nothing";
}

export const FACILITIES_COLUMNS = [
  "name",
  "region",
  ...RATE_GRAPHS.map(({ tag }) => tag),
  "score",
  "in_house",
  "overdue",
  "targets",
] as const;

type Column = (typeof FACILITIES_COLUMNS)[number];

export type FacilitiesSort = ListSort<Column>;

/** Those with the most rates above their upper limit come first if no order is chosen (R522). */
export function sortJudged(
  facilities: readonly JudgedFacility[],
  sort: FacilitiesSort | null,
): JudgedFacility[] {
  const byName = sortRows(
    [...facilities].sort((one, other) => one.id - other.id),
    { value: ({ name }) => name, kind: "name" },
    "asc",
  );
  if (sort === null) return worstFirst(byName);
  const { column, direction } = sort;
  const kind: SortKind =
    column === "name" || column === "region" ? "name" : "number";
  return sortRows(
    byName,
    { value: (row) => valueOf(row, column), kind },
    direction,
  );
}

function valueOf(row: JudgedFacility, column: Column): SortValue {
  switch (column) {
    case "score":
      return row.score?.averageOf600;
    case "name":
    case "region":
    case "in_house":
    case "overdue":
      return row[column];
    case "targets":
      return missedTargets(row);
    default:
      return row.rates[column].rate;
  }
}

function missedTargets({ targets }: JudgedFacility): number | null {
  const verdicts = Object.values(targets).map(({ verdict }) => verdict);
  return verdicts.length === 0
    ? null
    : verdicts.filter((verdict) => verdict === "misses").length;
}

/** The rates of those that are too few to judge would put chance first. */
function worstFirst(facilities: readonly JudgedFacility[]): JudgedFacility[] {
  const byReturns = rankFunnel(
    facilities.map((child) => ({ ...child.rates.rth, child })),
  ).map(({ child }) => child);
  const above = ({ rates }: JudgedFacility) =>
    Object.values(rates).filter(({ verdict }) => verdict === "above").length;
  return byReturns.sort((one, other) => above(other) - above(one));
}

export function scaleOfFunnel({
  centre,
  points,
}: Pick<Funnel<unknown>, "centre" | "points">) {
  const scale = scaleOf(points);
  return centre === null || scale === null ? null : { centre, ...scale };
}

export function funnelRate(search: URLSearchParams): RateMeasure {
  const named = search.get("rate");
  return (RATE_MEASURES.find(({ tag }) => tag === named) ??
    RATE_MEASURES[0]) as RateMeasure;
}

const RATE_PARTS = ["rate", "events", "denominator", "verdict"] as const;

export const FACILITIES_FILE_COLUMNS: readonly string[] = [
  "id",
  "name",
  "region",
  ...RATE_GRAPHS.flatMap(({ tag }) =>
    [...RATE_PARTS, ...TARGET_PARTS].map((part) => `${tag}_${part}`),
  ),
  "quality_points",
  "quality_possible",
  "in_house",
  "reviews_overdue",
];

function fileCell(value: Point[(typeof RATE_PARTS)[number]]): CsvCell {
  return typeof value === "string" ? value.replace("-", "_") : rateCell(value);
}

export function facilitiesFileCells(row: JudgedFacility): CsvCell[] {
  const { id, name, region, rates, score, in_house, overdue, targets } = row;
  return [
    ...[id, name, region],
    ...RATE_GRAPHS.flatMap(({ tag, graph }) => [
      ...RATE_PARTS.map((part) => fileCell(rates[tag][part])),
      ...targetCells(targets[graph]),
    ]),
    ...[score?.points ?? null, score?.possible ?? null, in_house, overdue],
  ];
}
