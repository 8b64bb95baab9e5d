import type {
  CountAndRate,
  FigureBlock,
  FigureUnit,
  OverviewMetrics,
} from "./metrics";

/** A figure of the overview card (dashboard spec §2, overview card and metric inspector). */
export interface OverviewFigure {
  /** Name in `measure_name`, file names and `?inspect=` (design.md, wire details). */
  tag: string;
  block: FigureBlock;
  label: string;
  unit: FigureUnit;
  /** What the inspector says about it. */
  definition: string;
  read: (metrics: OverviewMetrics) => CountAndRate;
}

const LONG_TERM =
  "Long-term status is reached after 100 cumulative days at the facility.";

function countOf(count: number | null): CountAndRate {
  return { count, rate: null };
}

/** The figures in the order of the screen, each declared once for the card, the inspector and the CSV export. */
export const OVERVIEW_FIGURES = [
  {
    tag: "patient_count",
    block: "general",
    label: "Patient count",
    unit: "count",
    definition:
      "Patients with at least one day of care in the date range. Each patient counts once.",
    read: (metrics) => countOf(metrics.patient_count),
  },
  {
    tag: "days_of_care",
    block: "general",
    label: "Days of care",
    unit: "count",
    definition:
      "Days that patients spent in a facility in the date range. The day of admission counts, the day of discharge does not.",
    read: (metrics) => countOf(metrics.days_of_care),
  },
  {
    tag: "snf_adm",
    block: "general",
    label: "SNF ADM",
    unit: "count",
    definition:
      "Admissions to a skilled nursing facility in the date range, from anywhere.",
    read: (metrics) => countOf(metrics.snf_adm),
  },
  {
    tag: "rth",
    block: "short",
    label: "RTH/RTH%",
    unit: "count-and-percent",
    definition:
      "Return to hospital: admissions from an acute care hospital after which the patient had an unplanned inpatient or observation stay in a hospital within 30 days, and their share of all admissions from an acute care hospital (ACH ADM). An admission counts once.",
    read: (metrics) => metrics.short_stays.rth,
  },
  {
    tag: "ed",
    block: "short",
    label: "ED/ED%",
    unit: "count-and-percent",
    definition:
      "Admissions from an acute care hospital after which the patient had an outpatient visit to an emergency department within 30 days, and their share of all admissions from an acute care hospital (ACH ADM). An admission counts once.",
    read: (metrics) => metrics.short_stays.ed,
  },
  {
    tag: "ach_adm",
    block: "short",
    label: "ACH ADM",
    unit: "count",
    definition:
      "Admissions in the date range that came from an acute care hospital.",
    read: (metrics) => countOf(metrics.short_stays.ach_adm),
  },
  {
    tag: "h_1000",
    block: "long",
    label: "H/1000",
    unit: "per-1000",
    definition: `Unplanned inpatient and observation stays in a hospital of long-term patients, per 1,000 long-term days of care (PD LT DOC). ${LONG_TERM}`,
    read: (metrics) => metrics.long_stays.h_1000,
  },
  {
    tag: "ed_1000",
    block: "long",
    label: "ED/1000",
    unit: "per-1000",
    definition: `Outpatient emergency department visits of long-term patients, per 1,000 long-term days of care (PD LT DOC). ${LONG_TERM}`,
    read: (metrics) => metrics.long_stays.ed_1000,
  },
  {
    tag: "adm_1000",
    block: "long",
    label: "ADM/1000",
    unit: "per-1000",
    definition: `Unplanned inpatient hospital admissions of long-term patients, per 1,000 long-term patient months. ${LONG_TERM}`,
    read: (metrics) => metrics.long_stays.adm_1000,
  },
  {
    tag: "pd_lt_doc",
    block: "long",
    label: "PD LT DOC",
    unit: "count",
    definition: `Long-term days of care: days that patients with long-term status spent in the facility in the date range. ${LONG_TERM}`,
    read: (metrics) => countOf(metrics.long_stays.pd_lt_doc),
  },
] as const satisfies readonly OverviewFigure[];

/** The figures of one block of the card, in the order of the screen. */
export function figuresOf(block: FigureBlock): readonly OverviewFigure[] {
  return OVERVIEW_FIGURES.filter((figure) => figure.block === block);
}

/** The figure of a tag from a URL; null where there is none. */
export function findFigure(tag: string | null): OverviewFigure | null {
  return OVERVIEW_FIGURES.find((figure) => figure.tag === tag) ?? null;
}
