import { DAYS_PER_MONTH } from "~/domain/figures/rate-measures";

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
