import type { EpochDay } from "~/domain/calendar";
import { DAYS_PER_MONTH } from "~/domain/figures/rate-measures";
import type { COUNTS } from "./totals/total-columns";

/**
 * The additive figures: over a range, and over facilities, they are sums (R88). `settled_adm` are the `ach_adm` whose
 * 30 days are over, and `rth` and `ed` are counted among these alone (R79).
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

/** One count for each additive figure; days for `days_of_care` and `pd_lt_doc`. */
export type Totals = Record<Total, number>;

export function noTotals(): Totals {
  return Object.fromEntries(TOTALS.map((total) => [total, 0])) as Totals;
}

export function totalsWithout(all: Totals, some: Totals): Totals {
  const left = { ...all };
  for (const total of TOTALS) left[total] -= some[total];
  return left;
}

/** What is summed to know the additive figures through a day. */
export type AdditiveSums = Record<
  | (typeof COUNTS)[number]
  | "residents"
  | "resident_days"
  | "long_residents"
  | "long_resident_days",
  number
>;

/**
 * The additive figures through a day, of sums through that day.
 *
 * @param settled the sums through the last admission day that 30-day rates count
 */
export function totalsThrough(
  sums: AdditiveSums,
  settled: AdditiveSums,
  day: EpochDay,
): Totals {
  return {
    days_of_care: (day + 1) * sums.residents - sums.resident_days,
    snf_adm: sums.snf_adm,
    ach_adm: sums.ach_adm,
    settled_adm: settled.ach_adm,
    rth: settled.rth,
    ed: settled.ed,
    pd_lt_doc: (day + 1) * sums.long_residents - sums.long_resident_days,
    h_events: sums.h_events,
    ed_events: sums.ed_events,
    adm_events: sums.adm_events,
  };
}

/** Percent of `whole`; null over nothing (R64). */
export function ratePercent(count: number, whole: number): number | null {
  return whole === 0 ? null : (count * 100) / whole;
}

/** Events per 1,000 days; null over no days. */
export function per1000Days(events: number, days: number): number | null {
  return days === 0 ? null : (events * 1000) / days;
}

/** Events per 1,000 patient months, given the days that make up the months; null over no days. */
export function per1000Months(events: number, days: number): number | null {
  return days === 0 ? null : (events * 1000 * DAYS_PER_MONTH) / days;
}

/** The five rates of a row of a list, as its wire names them, and what they are over. */
export function rowRates(totals: Totals) {
  const { settled_adm, pd_lt_doc } = totals;
  return {
    rth_30_metric: ratePercent(totals.rth, settled_adm),
    op_ed_30_metric: ratePercent(totals.ed, settled_adm),
    hosp_1000_lsdoc_metric: per1000Days(totals.h_events, pd_lt_doc),
    ed_1000_lsdoc_metric: per1000Days(totals.ed_events, pd_lt_doc),
    ach_1000mm_metric: per1000Months(totals.adm_events, pd_lt_doc),
    settled_adm,
    pd_lt_doc,
  };
}
