import type { OverviewMetrics } from "./metrics";
import { settledOf } from "./settled-admissions";
import {
  RATE_GRAPHS,
  type RateGraph,
  type RateTag,
} from "../graphs/rate-graphs";

export const DAYS_PER_MONTH = 365.25 / 12;

/** A rate below this denominator is mostly chance, and the screen says so. */
export const SMALL_DENOMINATOR = 20;

export interface RateParts {
  events: number | null;
  /** Admissions, long-stay days or patient months, depending on the measure. */
  denominator: number | null;
  rate: number | null;
}

export interface RateMeasure extends RateGraph {
  chart: "p" | "u";
  unit: "percent" | "per-1000";
  multiplier: 100 | 1000;
  eventWords: string;
  denominatorWords: string;
  /** Days that make one unit of the denominator; null where it does not count days. */
  daysPerUnit: number | null;
  read: (metrics: OverviewMetrics) => RateParts;
}

const SHORT = {
  chart: "p",
  unit: "percent",
  multiplier: 100,
  denominatorWords: "admissions from hospital",
  daysPerUnit: null,
} as const;

const LONG = {
  chart: "u",
  unit: "per-1000",
  multiplier: 1000,
  denominatorWords: "long-stay days",
  daysPerUnit: 1,
} as const;

const COUNTED: Record<RateTag, Omit<RateMeasure, keyof RateGraph>> = {
  rth: {
    ...SHORT,
    eventWords: "returns to hospital",
    read: ({ short_stays: short }) => rateOf(short.rth, settledOf(short)),
  },
  ed: {
    ...SHORT,
    eventWords: "admissions with an ED visit",
    read: ({ short_stays: short }) => rateOf(short.ed, settledOf(short)),
  },
  h_1000: {
    ...LONG,
    eventWords: "hospitalizations",
    read: ({ long_stays: { h_1000, pd_lt_doc } }) => rateOf(h_1000, pd_lt_doc),
  },
  ed_1000: {
    ...LONG,
    eventWords: "ED visits",
    read: ({ long_stays: { ed_1000, pd_lt_doc } }) =>
      rateOf(ed_1000, pd_lt_doc),
  },
  adm_1000: {
    ...LONG,
    eventWords: "hospital admissions",
    denominatorWords: "long-term patient months",
    daysPerUnit: DAYS_PER_MONTH,
    read: ({ long_stays: { adm_1000, pd_lt_doc } }) =>
      rateOf(adm_1000, pd_lt_doc === null ? null : pd_lt_doc / DAYS_PER_MONTH),
  },
};

function rateOf(
  { count, rate }: { count: number | null; rate: number | null },
  denominator: number | null,
) {
  return { events: count, denominator, rate };
}

export const RATE_MEASURES: readonly RateMeasure[] = RATE_GRAPHS.map(
  (graph) => ({ ...graph, ...COUNTED[graph.tag] }),
);

export function inUnits(
  { daysPerUnit }: Pick<RateMeasure, "daysPerUnit">,
  counted: number | null,
): number | null {
  return counted === null ? null : counted / (daysPerUnit ?? 1);
}

export function findRateMeasure(tag: string | null): RateMeasure | null {
  return RATE_MEASURES.find((measure) => measure.tag === tag) ?? null;
}
