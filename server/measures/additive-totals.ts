import { DAYS_PER_MONTH } from "~/domain/figures/rate-measures";

/**
 * The additive figures: sums over days and facilities (R88). `settled_adm` counts the `ach_adm` whose 30 days are over;
 * `rth` and `ed` count only among these (R79).
 */
export const TOTALS = [
  "days_of_care",
  "snf_adm",
  "ach_adm",
  "settled_adm",
  "rth",
  "ed",
  "pd_lt_doc",
  "h_events",
  "ed_events",
  "adm_events",
] as const;

export type Total = (typeof TOTALS)[number];

/** Counts; days for `days_of_care` and `pd_lt_doc`. */
export type Totals = Record<Total, number>;

export function noTotals(): Totals {
  return Object.fromEntries(TOTALS.map((total) => [total, 0])) as Totals;
}

export function isAllZero(totals: Totals): boolean {
  return TOTALS.every((total) => totals[total] === 0);
}

export function totalsWith(some: Totals, more: Totals): Totals {
  const sum = { ...some };
  for (const total of TOTALS) sum[total] += more[total];
  return sum;
}

export function totalsWithout(all: Totals, some: Totals): Totals {
  const left = { ...all };
  for (const total of TOTALS) left[total] -= some[total];
  return left;
}

/** Percent of `whole`; null if that is 0 (R64). */
export function ratePercent(count: number, whole: number): number | null {
  return whole === 0 ? null : (count * 100) / whole;
}

/** Null without days. */
export function per1000Days(events: number, days: number): number | null {
  return days === 0 ? null : (events * 1000) / days;
}

/** Events per 1,000 patient months; `days` make up the months. Null without days. */
export function per1000Months(events: number, days: number): number | null {
  return days === 0 ? null : (events * 1000 * DAYS_PER_MONTH) / days;
}

const percent = <Count extends Total>(count: Count) => ({
  count,
  over: "settled_adm" as const,
  /** Null if the denominator is 0. */
  of: (all: Totals) => ratePercent(all[count], all.settled_adm),
});

const per1000 = <Count extends Total>(count: Count, rate = per1000Days) => ({
  count,
  over: "pd_lt_doc" as const,
  of: (all: Totals) => rate(all[count], all.pd_lt_doc),
});

export const RATES = {
  rth: percent("rth"),
  ed: percent("ed"),
  h_1000: per1000("h_events"),
  ed_1000: per1000("ed_events"),
  adm_1000: per1000("adm_events", per1000Months),
};

export function rowRates(totals: Totals) {
  return {
    rth_30_metric: RATES.rth.of(totals),
    op_ed_30_metric: RATES.ed.of(totals),
    hosp_1000_lsdoc_metric: RATES.h_1000.of(totals),
    ed_1000_lsdoc_metric: RATES.ed_1000.of(totals),
    ach_1000mm_metric: RATES.adm_1000.of(totals),
    settled_adm: totals.settled_adm,
    pd_lt_doc: totals.pd_lt_doc,
  };
}
