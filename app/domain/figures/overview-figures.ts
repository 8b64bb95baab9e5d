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
  {
    tag: "patient_count",
    block: "general",
    ...FIGURE_LABELS.patient_count,
    unit: "count",
    read: (metrics) => countOf(metrics.patient_count),
  },
  {
    tag: "days_of_care",
    block: "general",
    ...FIGURE_LABELS.days_of_care,
    unit: "count",
    read: (metrics) => countOf(metrics.days_of_care),
  },
  {
    tag: "snf_adm",
    block: "general",
    ...FIGURE_LABELS.snf_adm,
    unit: "count",
    read: (metrics) => countOf(metrics.snf_adm),
  },
  {
    tag: "rth",
    block: "short",
    ...FIGURE_LABELS.rth,
    unit: "count-and-percent",
    read: (metrics) => metrics.short_stays.rth,
  },
  {
    tag: "ed",
    block: "short",
    ...FIGURE_LABELS.ed,
    unit: "count-and-percent",
    read: (metrics) => metrics.short_stays.ed,
  },
  {
    tag: "ach_adm",
    block: "short",
    ...FIGURE_LABELS.ach_adm,
    unit: "count",
    read: (metrics) => countOf(metrics.short_stays.ach_adm),
  },
  {
    tag: "h_1000",
    block: "long",
    ...FIGURE_LABELS.h_1000,
    unit: "per-1000",
    read: (metrics) => metrics.long_stays.h_1000,
  },
  {
    tag: "ed_1000",
    block: "long",
    ...FIGURE_LABELS.ed_1000,
    unit: "per-1000",
    read: (metrics) => metrics.long_stays.ed_1000,
  },
  {
    tag: "adm_1000",
    block: "long",
    ...FIGURE_LABELS.adm_1000,
    unit: "per-1000",
    read: (metrics) => metrics.long_stays.adm_1000,
  },
  {
    tag: "pd_lt_doc",
    block: "long",
    ...FIGURE_LABELS.pd_lt_doc,
    unit: "count",
    read: (metrics) => countOf(metrics.long_stays.pd_lt_doc),
  },
];

export function figuresOf(block: FigureBlock): readonly OverviewFigure[] {
  return OVERVIEW_FIGURES.filter((figure) => figure.block === block);
}

export function findFigure(tag: string | null): OverviewFigure | null {
  return OVERVIEW_FIGURES.find((figure) => figure.tag === tag) ?? null;
}
