import { epochDayOf, isoDayOf, usDayOf, type IsoDay } from "~/domain/calendar";

export interface DayRange {
  start: IsoDay;
  end: IsoDay;
}

const MONTHS_OF_QUARTER = 3;
const QUARTERS_OF_YEAR = 4;

/** `month` is 0 for January and may lie outside the year. */
function firstOfMonth(year: number, month: number): IsoDay {
  return new Date(Date.UTC(year, month, 1)).toISOString().slice(0, 10);
}

function monthsFrom(year: number, month: number, months: number): DayRange {
  const dayAfter = firstOfMonth(year, month + months);
  return {
    start: firstOfMonth(year, month),
    end: isoDayOf(epochDayOf(dayAfter) - 1),
  };
}

/** Counts on from year to year. */
type Quarter = number;

export function quarterOf(year: number, quarter: number): Quarter {
  return year * QUARTERS_OF_YEAR + quarter - 1;
}

/** 'Q4 2021' (R190). */
export function quarterName(quarter: Quarter): string {
  return `Q${(quarter % QUARTERS_OF_YEAR) + 1} ${yearOf(quarter)}`;
}

export function quarterDays(from: Quarter, to: Quarter): DayRange {
  return monthsFrom(
    yearOf(from),
    (from % QUARTERS_OF_YEAR) * MONTHS_OF_QUARTER,
    (to - from + 1) * MONTHS_OF_QUARTER,
  );
}

/** October of the year before to September. */
export function fiscalYearDays(year: number): DayRange {
  return quarterDays(quarterOf(year - 1, 4), quarterOf(year, 3));
}

function yearOf(quarter: Quarter): number {
  return Math.floor(quarter / QUARTERS_OF_YEAR);
}

export function rangeLabel({ start, end }: DayRange, between: string): string {
  return `${usDayOf(start)}${between}${usDayOf(end)}`;
}

/** `value` is on the wire; `days` are set if it is a range. */
export interface ReportOption {
  value: string;
  label: string;
  days?: DayRange;
}

const WINDOW_MONTHS = 6;
/** From October 2010 to May 2021. */
const WINDOW_COUNT = (2021 - 2010) * 12 + (5 - 10) + 1;

/**
 * Six months each, newest first (R185). First and last start 127 months apart, a prime number, so they can only roll
 * by one month.
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

/** Twelve months that end with a quarter, from 12/31/2021 back to 09/30/2017 (R186). */
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
 * Four quarters each (R190). They roll by a quarter, because CMS publishes these figures each quarter for the four
 * before.
 */
export const QUARTER_RANGES: readonly ReportOption[] = listOf(
  NEWEST_QUARTER - OLDEST_RANGE_END + 1,
  (back) => {
    const last = NEWEST_QUARTER - back;
    const text = `${quarterName(last - QUARTERS_IN_RANGE + 1)} - ${quarterName(last)}`;
    return { value: text, label: text, days: rangeEndingWith(last) };
  },
);

/** Newest first (R191). */
export function reportingQuartersOf(
  quarterRange: string,
): readonly ReportOption[] {
  const back = QUARTER_RANGES.findIndex(({ value }) => value === quarterRange);
  if (back < 0) return [];
  return listOf(QUARTERS_IN_RANGE, (earlier) =>
    plain(quarterName(NEWEST_QUARTER - back - earlier)),
  );
}

export const FISCAL_YEARS: readonly ReportOption[] = [2024, 2023].map(
  (year) => ({ ...plain(String(year)), days: fiscalYearDays(year) }),
);

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

export const RESIDENT_STATUSES = coded([
  ["X", "Triggered"],
  ["NT", "Not Triggered"],
  ["E", "Excluded"],
  ["-", "Dash"],
]);

export const DATA_CORRECTIONS = ["Both", "Open", "Closed"].map(plain);

export const PRIMARY_SORTS = coded([
  ["1", "Discharge Date"],
  ["2", "Admission Date"],
  ["3", "Last Name First Name"],
  ["4", "Status or Score"],
]);

/** CMS does not explain these numbers (R181). */
export const RESIDENT_SORTS = ["1", "2", "3"].map(plain);

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
