import type { FigureTag } from "./figure-tags";
import type {
  CountAndRate,
  FigureBlock,
  FigureUnit,
  OverviewMetrics,
} from "./metrics";

/** A figure of the overview card (R46, R47, R48). */
export interface OverviewFigure {
  tag: FigureTag;
  block: FigureBlock;
  label: string;
  /** The abbreviations of the label in full. */
  hint?: string;
  unit: FigureUnit;
  read: (metrics: OverviewMetrics) => CountAndRate;
}

function countOf(count: number | null): CountAndRate {
  return { count, rate: null };
}

/**
 * The figures in the order of the screen, each declared once for the card, the inspector and the CSV export; what they
 * mean is in `figure-definitions.ts`.
 */
export const OVERVIEW_FIGURES: readonly OverviewFigure[] = [
  {
    tag: "patient_count",
    block: "general",
    label: "Patient count",
    unit: "count",
    read: (metrics) => countOf(metrics.patient_count),
  },
  {
    tag: "days_of_care",
    block: "general",
    label: "Days of care",
    unit: "count",
    read: (metrics) => countOf(metrics.days_of_care),
  },
  {
    tag: "snf_adm",
    block: "general",
    label: "SNF ADM",
    hint: "Skilled nursing facility admissions",
    unit: "count",
    read: (metrics) => countOf(metrics.snf_adm),
  },
  {
    tag: "rth",
    block: "short",
    label: "RTH/RTH%",
    hint: "Returns to hospital within 30 days, number and share",
    unit: "count-and-percent",
    read: (metrics) => metrics.short_stays.rth,
  },
  {
    tag: "ed",
    block: "short",
    label: "ED/ED%",
    hint: "Outpatient ED visits within 30 days, number and share",
    unit: "count-and-percent",
    read: (metrics) => metrics.short_stays.ed,
  },
  {
    tag: "ach_adm",
    block: "short",
    label: "ACH ADM",
    hint: "Admissions from acute care hospitals",
    unit: "count",
    read: (metrics) => countOf(metrics.short_stays.ach_adm),
  },
  {
    tag: "h_1000",
    block: "long",
    label: "H/1000",
    hint: "Hospitalizations per 1,000 long-term days of care",
    unit: "per-1000",
    read: (metrics) => metrics.long_stays.h_1000,
  },
  {
    tag: "ed_1000",
    block: "long",
    label: "ED/1000",
    hint: "Outpatient ED visits per 1,000 long-term days of care",
    unit: "per-1000",
    read: (metrics) => metrics.long_stays.ed_1000,
  },
  {
    tag: "adm_1000",
    block: "long",
    label: "ADM/1000",
    hint: "Hospital admissions per 1,000 long-term patient months",
    unit: "per-1000",
    read: (metrics) => metrics.long_stays.adm_1000,
  },
  {
    tag: "pd_lt_doc",
    block: "long",
    label: "PD LT DOC",
    hint: "Long-term days of care in the date range",
    unit: "count",
    read: (metrics) => countOf(metrics.long_stays.pd_lt_doc),
  },
];

/** The figures of one block of the card, in the order of the screen. */
export function figuresOf(block: FigureBlock): readonly OverviewFigure[] {
  return OVERVIEW_FIGURES.filter((figure) => figure.block === block);
}

/** The figure of a tag from a URL; null where there is none. */
export function findFigure(tag: string | null): OverviewFigure | null {
  return OVERVIEW_FIGURES.find((figure) => figure.tag === tag) ?? null;
}
