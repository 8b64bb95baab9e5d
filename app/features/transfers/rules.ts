import type { EpochDay } from "~/domain/calendar";

export const GROUPINGS = [
  "outcome",
  "since_admission",
  "weekday",
  "hour",
  "weekday_hour",
  "shift",
  "unit",
  "reason",
  "diagnosis",
  "cause",
  "hospital",
  "physician",
  "avoidable",
] as const;

export type Grouping = (typeof GROUPINGS)[number];

/** Planned hospital admissions are a kind of their own. */
const OUTCOME_KEYS = [
  "inpatient",
  "observation",
  "ed_only",
  "planned",
] as const;

/** Days from the admission to the transfer, both ends included; the last band has no end. */
export const SINCE_ADMISSION_BANDS = [
  { key: "0-2", from: 0, to: 2 },
  { key: "3-7", from: 3, to: 7 },
  { key: "8-14", from: 8, to: 14 },
  { key: "15-30", from: 15, to: 30 },
  { key: "over-30", from: 31, to: null },
] as const;

/** Hours of one group of the clock: six of them are an axis that one can read. */
export const HOURS_OF_A_GROUP = 4;

export const NOT_KNOWN = "not-known";

/** The histogram has a column for each day since admission up to this one. */
export const LAST_DAY = 30;

/** Shifts of eight hours, the first one from 7 AM (R530). */
export const SHIFT_KEYS = ["day", "evening", "night"] as const;
export const HOURS_OF_A_SHIFT = 8;
export const FIRST_SHIFT_FROM = 7;

const AXES: readonly Grouping[] = ["weekday", "hour", "weekday_hour", "shift"];

/** True for a group that is shown without transfers too. */
export function isOnAxis(by: Grouping, key: string): boolean {
  return AXES.includes(by) && !key.endsWith(NOT_KNOWN);
}

const AVOIDABLE_KEYS = ["yes", "no", "unsure"] as const;

/** Known from reviews only, so they count reviewed transfers. A review may name several causes (R359). */
export const OF_REVIEWS = ["avoidable", "cause"] as const;

/** Facilities are compared by their largest group (R531); causes come from reviews. */
export const COMPARED = [
  "weekday",
  "since_admission",
  "unit",
  "reason",
  "diagnosis",
] as const;

export type ReviewGrouping = (typeof OF_REVIEWS)[number];

export function isOfReviews(by: Grouping): by is ReviewGrouping {
  return OF_REVIEWS.some((one) => one === by);
}

export const SATURDAY = 5;

/** Monday is 0, as weeks begin with it at work. */
export function weekdayOf(day: EpochDay): number {
  return (day + DAYS_AFTER_MONDAY) % 7;
}

/** The first day of all, 1970-01-01, was a Thursday. */
const DAYS_AFTER_MONDAY = 3;

/** Not the words of reviews, which have no order of their own. */
export type OrderedGrouping =
  | "outcome"
  | "since_admission"
  | "weekday"
  | "hour"
  | "weekday_hour"
  | "shift";

/** The keys of a grouping in their order; null where they follow from the data, those with most transfers first. */
export function keysOf(grouping: OrderedGrouping): readonly string[];
export function keysOf(grouping: Grouping): readonly string[] | null;
export function keysOf(grouping: Grouping): readonly string[] | null {
  switch (grouping) {
    case "outcome":
      return OUTCOME_KEYS;
    case "since_admission":
      return [...SINCE_ADMISSION_BANDS.map(({ key }) => key), NOT_KNOWN];
    case "weekday":
      return numbersBelow(7);
    case "hour":
      return [...numbersBelow(24 / HOURS_OF_A_GROUP), NOT_KNOWN];
    case "weekday_hour":
      return keysOf("weekday").flatMap((weekday) =>
        keysOf("hour").map((hour) => `${weekday}-${hour}`),
      );
    case "shift":
      return [...SHIFT_KEYS, NOT_KNOWN];
    case "avoidable":
      return AVOIDABLE_KEYS;
    default:
      return null;
  }
}

export function bandOf(day: number): string {
  const band = SINCE_ADMISSION_BANDS.find(({ to }) => to === null || day <= to);
  return band?.key ?? NOT_KNOWN;
}

function numbersBelow(end: number): string[] {
  return Array.from({ length: end }, (_, number) => String(number));
}
