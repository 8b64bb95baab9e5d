import { FIGURE_LABELS, type FigureLabel } from "./figure-labels.data";
import type { FigureTag } from "./figure-tags";
import type {
  CountAndRate,
  FigureBlock,
  FigureUnit,
  OverviewMetrics,
} from "./metrics";

export interface OverviewFigure extends FigureLabel {
  tag: FigureTag;
  block: FigureBlock;
  unit: FigureUnit;
  read: (metrics: OverviewMetrics) => CountAndRate;
}

function countOf(count: number | null): CountAndRate {
  return { count, rate: null };
}

export const OVERVIEW_FIGURES: readonly OverviewFigure[] = [
  figure("patient_count", "general", "count", (metrics) =>
    countOf(metrics.patient_count),
  ),
  figure("days_of_care", "general", "count", (metrics) =>
    countOf(metrics.days_of_care),
  ),
  figure("snf_adm", "general", "count", (metrics) => countOf(metrics.snf_adm)),
  figure(
    "rth",
    "short",
    "count-and-percent",
    ({ short_stays }) => short_stays.rth,
  ),
  figure(
    "ed",
    "short",
    "count-and-percent",
    ({ short_stays }) => short_stays.ed,
  ),
  figure("ach_adm", "short", "count", ({ short_stays }) =>
    countOf(short_stays.ach_adm),
  ),
  figure("h_1000", "long", "per-1000", ({ long_stays }) => long_stays.h_1000),
  figure("ed_1000", "long", "per-1000", ({ long_stays }) => long_stays.ed_1000),
  figure(
    "adm_1000",
    "long",
    "per-1000",
    ({ long_stays }) => long_stays.adm_1000,
  ),
  figure("pd_lt_doc", "long", "count", ({ long_stays }) =>
    countOf(long_stays.pd_lt_doc),
  ),
];

function figure(
  tag: FigureTag,
  block: FigureBlock,
  unit: FigureUnit,
  read: OverviewFigure["read"],
): OverviewFigure {
  return { tag, block, ...FIGURE_LABELS[tag], unit, read };
}

export function figuresOf(block: FigureBlock): readonly OverviewFigure[] {
  return OVERVIEW_FIGURES.filter((figure) => figure.block === block);
}

export function findFigure(tag: string | null): OverviewFigure | null {
  return OVERVIEW_FIGURES.find((figure) => figure.tag === tag) ?? null;
}
