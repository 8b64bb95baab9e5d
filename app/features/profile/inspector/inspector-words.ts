import { usDayOf } from "~/domain/calendar";
import { formatDenominator, formatRate } from "~/domain/graphs/graph-words";
import { counted } from "~/domain/lists/counted-words";
import { formatCount } from "~/domain/number-format";
import { FROM_NOTHING, type PeriodChange } from "../overview/period-change";
import type { FigureTag } from "~/domain/figures/figure-tags";
import type { OverviewMetrics } from "~/domain/figures/metrics";
import {
  DAYS_PER_MONTH,
  findRateMeasure,
  type RateMeasure,
} from "~/domain/figures/rate-measures";
import {
  hasNoneSettled,
  NONE_SETTLED,
} from "~/domain/figures/settled-admissions";

const LONG_TERM_RULE =
  "Long-term status starts on a resident's day 101 at the facility. The count starts again after 30 days or more away.";
const DAY_COUNT = "The 30 days count from admission, wherever the patient is.";

/** What is left out of each figure, and what a reader would ask next (R79, R82). */
const RULES: Record<FigureTag, readonly string[]> = {
  patient_count: [
    "A patient with several stays, or in several facilities, counts once.",
  ],
  days_of_care: [
    "A stay that is still open counts through To Date, or through the last day of data if that is earlier.",
  ],
  snf_adm: [
    "Left out: stays that began before the range, even where their days count.",
  ],
  rth: [
    "Left out: planned hospital stays, emergency visits without a hospital stay, and admissions that did not come from a hospital.",
    DAY_COUNT,
  ],
  ed: [
    "Left out: emergency visits that ended in a hospital stay, and admissions that did not come from a hospital.",
    DAY_COUNT,
  ],
  ach_adm: ["Left out: admissions from the community and from elsewhere."],
  h_1000: [
    "Left out: planned hospital stays, emergency visits without a hospital stay, and patients who were not long-term on that day.",
    LONG_TERM_RULE,
  ],
  ed_1000: [
    "Left out: emergency visits that ended in a hospital stay, and patients who were not long-term on that day.",
    LONG_TERM_RULE,
  ],
  adm_1000: [
    "Left out: observation stays, planned hospital stays, emergency visits without a hospital stay, and patients who were not long-term on that day.",
    LONG_TERM_RULE,
  ],
  pd_lt_doc: [
    "Left out: the first 100 days of each resident at a facility.",
    LONG_TERM_RULE,
  ],
};

/** Largest difference between our arithmetic and the host's rate: half of the last digit on the screen. */
const ROUNDING = 0.005;

export function workingOf(
  tag: FigureTag,
  metrics: OverviewMetrics,
  hasOneReach: boolean,
): string[] {
  const measure = findRateMeasure(tag);
  return [
    ...(measure ? arithmeticOf(measure, metrics) : []),
    ...(measure?.chart === "p"
      ? settledSentence(measure, metrics, hasOneReach)
      : []),
    ...RULES[tag],
  ];
}

/** '1,204 returns of 7,120 admissions through 10/28/2026; 640 later ones are not counted yet.' None if all are counted. */
function settledSentence(
  measure: RateMeasure,
  metrics: OverviewMetrics,
  hasOneReach: boolean,
): string[] {
  const { events } = measure.read(metrics);
  const { short_stays: stays } = metrics;
  const { ach_adm, settled_adm, settled_through } = stays;
  if (settled_adm == null || ach_adm === null || events === null) return [];
  const rest = ach_adm - settled_adm;
  if (rest <= 0) return [];
  if (hasNoneSettled(stays)) return [NONE_SETTLED];
  const [which, later] =
    hasOneReach && settled_through
      ? [
          `through ${usDayOf(settled_through)}`,
          rest === 1 ? " later one" : " later ones",
        ]
      : ["whose 30 days are over", ""];
  const noun = settled_adm === 1 ? "admission" : "admissions";
  const settled = `of ${formatCount(settled_adm)} ${noun} ${which}; ${formatCount(rest)}${later} ${rest === 1 ? "is" : "are"} not counted yet`;
  return [`${counted(formatCount(events), measure.eventWords)} ${settled}.`];
}

/** '12 returns to hospital ÷ 56 admissions from hospital × 100 = 21.43%.' Says so where an API host's own rate differs. */
function arithmeticOf(
  measure: RateMeasure,
  metrics: OverviewMetrics,
): string[] {
  const { events, denominator, rate } = measure.read(metrics);
  if (events === null || denominator === null) return [];
  const { eventWords, denominatorWords, multiplier } = measure;
  const isInMonths = measure.daysPerUnit === DAYS_PER_MONTH;
  const over = counted(
    formatDenominator(measure, denominator),
    denominatorWords,
  );
  const part = `${counted(formatCount(events), eventWords)} ÷ ${over}`;
  if (measure.chart === "p" && hasNoneSettled(metrics.short_stays)) return [];
  if (denominator === 0) {
    return [`${part}: there is nothing to divide by.`];
  }
  const result = (events / denominator) * multiplier;
  return [
    ...(isInMonths
      ? [
          `${counted(formatCount(metrics.long_stays.pd_lt_doc), "long-stay days")} ÷ ${DAYS_PER_MONTH} days a month = ${over}.`,
        ]
      : []),
    `${part} × ${formatCount(multiplier)} = ${formatRate(measure, result)}.`,
    ...(rate !== null && Math.abs(rate - result) > ROUNDING
      ? [`Your data source gives ${formatRate(measure, rate)}.`]
      : []),
  ];
}

/** The lowest and highest month, for those who do not see the line. Null with fewer than two known months. */
export function trendWords(
  tag: FigureTag,
  values: readonly (number | null)[],
  months: readonly string[],
): string | null {
  const known = values.flatMap((value, index) =>
    value === null ? [] : [{ value, month: months[index] ?? "" }],
  );
  const [first] = known;
  const last = known[known.length - 1];
  if (!first || !last || known.length < 2) return null;
  const low = known.reduce((a, b) => (b.value < a.value ? b : a));
  const high = known.reduce((a, b) => (b.value > a.value ? b : a));
  const text = ({ value, month }: typeof first) =>
    `${formatterOf(tag)(value)} in ${month}`;
  const range = `${first.month} to ${last.month}`;
  return low.value === high.value
    ? `Full months, ${range}: ${formatterOf(tag)(low.value)} in each.`
    : `Full months, ${range}: lowest ${text(low)}, highest ${text(high)}, last ${text(last)}.`;
}

/** '2.1 points higher, worse', 'up from 0', 'no change'; with a period '2.1 points higher than in 03/04/2024–03/03/2025, worse'. */
export function changeWords(
  { direction, amount, verdict }: PeriodChange,
  period?: string,
): string {
  if (direction === "none")
    return period ? `no change from ${period}` : "no change";
  if (amount === FROM_NOTHING)
    return `${direction} ${amount}${period ? ` in ${period}` : ""}`;
  const side = direction === "up" ? "higher" : "lower";
  const words = `${amount} ${side}${period ? ` than in ${period}` : ""}`;
  return verdict === "better" || verdict === "worse"
    ? `${words}, ${verdict}`
    : words;
}

/** Null for counts, and where the cases are too few or not known. */
export function chanceWords(verdict: PeriodChange["verdict"]): string | null {
  if (verdict === null || verdict === "too few") return null;
  return verdict === "no real change"
    ? "Chance alone can move it this far."
    : "Chance alone would hardly move it this far.";
}

function formatterOf(tag: FigureTag): (value: number | null) => string {
  const measure = findRateMeasure(tag);
  return measure ? (value) => formatRate(measure, value) : formatCount;
}

const LONG_TERM =
  "Long-term status is reached after 100 cumulative days at the facility.";
const FROM_HOSPITAL = "from an acute care hospital";
const SHARE =
  "Only admissions (ACH ADM) whose 30 days are over count, once each.";

export const FIGURE_DEFINITIONS: Record<FigureTag, string> = {
  patient_count:
    "Patients with at least one day of care in the date range. Each patient counts once.",
  days_of_care:
    "Days of care of all patients in the date range. The day of admission counts, the day of discharge does not.",
  snf_adm:
    "Admissions to a skilled nursing facility in the date range, from anywhere.",
  rth: `Return to hospital: admissions ${FROM_HOSPITAL} after which the patient went back. Going back means an unplanned inpatient or observation stay in a hospital, 0 to 30 days after admission. ${SHARE}`,
  ed: `Admissions ${FROM_HOSPITAL} after which the patient visited an emergency department as an outpatient, 0 to 30 days after admission. ${SHARE}`,
  ach_adm:
    "Admissions in the date range that came from an acute care hospital.",
  h_1000: `Unplanned inpatient and observation stays of long-term patients in a hospital, per 1,000 long-term days of care (PD LT DOC). ${LONG_TERM}`,
  ed_1000: `Outpatient emergency department visits of long-term patients, per 1,000 long-term days of care (PD LT DOC). ${LONG_TERM}`,
  adm_1000: `Unplanned inpatient hospital admissions of long-term patients, per 1,000 long-term patient months. ${LONG_TERM}`,
  pd_lt_doc: `Long-term days of care: days that patients with long-term status spent in the facility in the date range. ${LONG_TERM}`,
};
