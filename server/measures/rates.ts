import { DAYS_PER_MONTH } from "~/domain/figures/rate-measures";
import type { Totals } from "./additive-totals";

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
