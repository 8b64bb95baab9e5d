import {
  formatCount,
  formatPer1000,
  formatPercent,
} from "~/domain/number-format";
import { DAYS_PER_MONTH } from "~/domain/figures/rate-measures";
import {
  type Totals,
  per1000Days,
  per1000Months,
  ratePercent,
} from "~server/measures/additive-totals";

/** A rate with its counts, '12 of 80 (15.00%)'. */
interface FigureLine {
  label: string;
  text: (totals: Totals) => string;
}

/** The additive figures of a place (R78, R79, R82), with numerator and denominator of each rate. */
export const FIGURE_LINES: readonly FigureLine[] = [
  line("Days of care", (all) => formatCount(all.days_of_care)),
  line("Admissions", (all) => formatCount(all.snf_adm)),
  line("Admissions from hospital", (all) => formatCount(all.ach_adm)),
  line("Returned to hospital within 30 days", returnedText),
  line("ED visit within 30 days", (all) =>
    percentText(all.ed, all.settled_adm),
  ),
  line("Long-stay days", (all) => formatCount(all.pd_lt_doc)),
  line("Hospitalizations per 1,000 long-stay days", (all) =>
    rate(
      all.h_events,
      all.pd_lt_doc,
      " days",
      formatPer1000(per1000Days(all.h_events, all.pd_lt_doc)),
    ),
  ),
  line("ED visits per 1,000 long-stay days", (all) =>
    rate(
      all.ed_events,
      all.pd_lt_doc,
      " days",
      formatPer1000(per1000Days(all.ed_events, all.pd_lt_doc)),
    ),
  ),
  line("Hospital admissions per 1,000 long-stay months", (all) =>
    rate(
      all.adm_events,
      Math.round(all.pd_lt_doc / DAYS_PER_MONTH),
      " months",
      formatPer1000(per1000Months(all.adm_events, all.pd_lt_doc)),
    ),
  ),
];

/** Settled admissions from hospital that returned within 30 days (R79). */
export function returnedText({ rth, settled_adm }: Totals): string {
  return percentText(rth, settled_adm);
}

function percentText(count: number, of: number): string {
  return rate(count, of, "", formatPercent(ratePercent(count, of)));
}

function line(label: string, text: (totals: Totals) => string): FigureLine {
  return { label, text };
}

function rate(
  count: number,
  of: number,
  unit: string,
  rateText: string,
): string {
  return `${formatCount(count)} of ${formatCount(of)}${unit} (${rateText})`;
}
