import {
  fiscalYearDays,
  monthsFrom,
  quarterDays,
  quarterName,
  quarterOf,
  rangeLabel,
  type DayRange,
  type Quarter,
} from "./quarters";

/** One thing to choose. `value` is what the form and the wire hold; `days` are there where it stands for a range. */
export interface ReportOption {
  value: string;
  label: string;
  days?: DayRange;
}

const WINDOW_MONTHS = 6;
/** Windows that start in October 2010 up to the one that starts in May 2021. */
const WINDOW_COUNT = (2021 - 2010) * 12 + (5 - 10) + 1;

/**
 * Comparison groups: windows of six months from 10/01/2010-03/31/2011 up to 05/01/2021-10/31/2021 (R185),
 * newest first. From the first to the last there are 127 months, a prime number, so they can only start a month apart.
 */
export const COMPARISON_GROUPS: readonly ReportOption[] = listOf(
  WINDOW_COUNT,
  (back) => {
    const days = monthsFrom(2010, 9 + WINDOW_COUNT - 1 - back, WINDOW_MONTHS);
    const text = rangeLabel(days, "-");
    return { value: text, label: text, days };
  },
);

const NEWEST_QUARTER = quarterOf(2021, 4);
const OLDEST_ROLLING_END = quarterOf(2017, 3);
const OLDEST_RANGE_END = quarterOf(2017, 4);
const QUARTERS_IN_RANGE = 4;

/**
 * Date ranges of the two SNF quality measure reports: the twelve months that end with a quarter, from the one that ends
 * 12/31/2021 back to the one that ends 09/30/2017 and so starts 10/01/2016 (R186).
 */
export const ROLLING_YEARS: readonly ReportOption[] = listOf(
  NEWEST_QUARTER - OLDEST_ROLLING_END + 1,
  (back) => {
    const days = rangeEndingWith(NEWEST_QUARTER - back);
    return {
      value: rangeLabel(days, "-"),
      label: rangeLabel(days, " - "),
      days,
    };
  },
);

/**
 * Quarter ranges of the review-and-correct report: four quarters, 'Q1 2021 - Q4 2021' back to 'Q1 2017 - Q4 2017'
 * (R190). They roll by a quarter, as the date ranges of its two sister reports do: CMS gives these figures
 * again each quarter, over the four quarters before. The first is the default.
 */
export const QUARTER_RANGES: readonly ReportOption[] = listOf(
  NEWEST_QUARTER - OLDEST_RANGE_END + 1,
  (back) => {
    const last = NEWEST_QUARTER - back;
    const text = `${quarterName(last - QUARTERS_IN_RANGE + 1)} - ${quarterName(last)}`;
    return { value: text, label: text, days: rangeEndingWith(last) };
  },
);

/** The four quarters of a quarter range, newest first (R191); none for a text that is no such range. */
export function reportingQuartersOf(
  quarterRange: string,
): readonly ReportOption[] {
  const back = QUARTER_RANGES.findIndex(({ value }) => value === quarterRange);
  if (back < 0) return [];
  return listOf(QUARTERS_IN_RANGE, (earlier) =>
    plain(quarterName(NEWEST_QUARTER - back - earlier)),
  );
}

/** Fiscal years of the provider threshold report, newest first (R187). */
export const FISCAL_YEARS: readonly ReportOption[] = [2024, 2023].map(
  (year) => ({ ...plain(String(year)), days: fiscalYearDays(year) }),
);

/** Quality measures of the review-and-correct report (R190). */
export const MDS_QUALITY_MEASURES = coded([
  ["306", "Application of Falls"],
  ["307", "Application of Functional Assessment/Care Plan"],
  ["439", "DRR"],
  ["440", "Pressure Ulcer/Injury"],
  ["316", "Discharge Self-Care Score"],
  ["317", "Discharge Mobility Score"],
  ["314", "Change in Self-Care Score"],
  ["315", "Change in Mobility Score"],
]);

/** Statuses of a resident in the review-and-correct report (R190). */
export const RESIDENT_STATUSES = coded([
  ["X", "Triggered"],
  ["NT", "Not Triggered"],
  ["E", "Excluded"],
  ["-", "Dash"],
]);

/** Data correction status of the review-and-correct report (R190). */
export const DATA_CORRECTIONS = ["Both", "Open", "Closed"].map(plain);

/** Primary sort of the review-and-correct report's residents (R190). */
export const PRIMARY_SORTS = coded([
  ["1", "Discharge Date"],
  ["2", "Admission Date"],
  ["3", "Last Name First Name"],
  ["4", "Status or Score"],
]);

/** Sort of the SNF resident-level report; CMS explains its numbers nowhere (R181). */
export const RESIDENT_SORTS = ["1", "2", "3"].map(plain);

/** What a final validation report is asked for by (R189). */
export const SUBMISSION_CHOICES: readonly ReportOption[] = [
  { value: "id", label: "Submission ID" },
  { value: "dates", label: "Date Range" },
];

function rangeEndingWith(quarter: Quarter): DayRange {
  return quarterDays(quarter - QUARTERS_IN_RANGE + 1, quarter);
}

function plain(text: string): ReportOption {
  return { value: text, label: text };
}

function coded(options: [code: string, name: string][]): ReportOption[] {
  return options.map(([code, name]) => ({
    value: code,
    label: `${code} ${name}`,
  }));
}

function listOf(
  length: number,
  make: (index: number) => ReportOption,
): ReportOption[] {
  return Array.from({ length }, (_, index) => make(index));
}
