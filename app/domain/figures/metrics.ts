import { messages } from "../messages";
import { formatCount, formatPer1000, formatPercent } from "../number-format";
import { hasNoneSettled, type AdmissionCounts } from "./settled-admissions";

/** Null if unknown, or for a rate over nothing (R64). */
export interface CountAndRate {
  count: number | null;
  rate: number | null;
}

export interface OverviewMetrics {
  patient_count: number | null;
  days_of_care: number | null;
  snf_adm: number | null;
  short_stays: { rth: CountAndRate; ed: CountAndRate } & AdmissionCounts;
  long_stays: {
    h_1000: CountAndRate;
    ed_1000: CountAndRate;
    adm_1000: CountAndRate;
    pd_lt_doc: number | null;
  };
}

export type FigureUnit = "count" | "count-and-percent" | "per-1000";

export type FigureBlock = "general" | "short" | "long";

export const EMPTY_METRICS: OverviewMetrics = {
  patient_count: 0,
  days_of_care: 0,
  snf_adm: 0,
  short_stays: {
    rth: { count: 0, rate: 0 },
    ed: { count: 0, rate: 0 },
    ach_adm: 0,
  },
  long_stays: {
    h_1000: { count: 0, rate: 0 },
    ed_1000: { count: 0, rate: 0 },
    adm_1000: { count: 0, rate: 0 },
    pd_lt_doc: 0,
  },
};

/** Null `metrics` stand for an error (R54). A percentage over nothing keeps its count: '0 / Unknown'. */
export function figureText(
  figure: {
    unit: FigureUnit;
    read: (metrics: OverviewMetrics) => CountAndRate;
  },
  metrics: OverviewMetrics | null,
): string {
  if (metrics === null) return messages.unknown;
  const { count, rate } = figure.read(metrics);
  switch (figure.unit) {
    case "count":
      return formatCount(count);
    case "per-1000":
      return formatPer1000(rate);
    case "count-and-percent":
      if (hasNoneSettled(metrics.short_stays)) return messages.notYet;
      return count !== null
        ? `${formatCount(count)} / ${formatPercent(rate)}`
        : messages.unknown;
  }
}
