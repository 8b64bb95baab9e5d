import type { EpochDay } from "~/domain/calendar";

/** By what the transfers of a range are counted (R356). */
export const GROUPINGS = [
  "outcome",
  "since_admission",
  "weekday",
  "hour",
  "physician",
  "cause",
  "hospital",
  "avoidable",
] as const;

export type Grouping = (typeof GROUPINGS)[number];

/** Kinds of transfers: what they came to, where hospital admissions that were planned are a kind of their own. */
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

/** Groupings that are an axis: a group without transfers has its place all the same. */
export const AXES: readonly Grouping[] = ["weekday", "hour"];

/** Key of the transfers of which it is not known. */
export const NOT_KNOWN = "not-known";

/** Whether a transfer could have been avoided, as its review says. */
const AVOIDABLE_KEYS = ["yes", "no", "unsure"] as const;

/** What reviews alone tell: counted of the transfers that are reviewed. A review may name several causes (R359). */
export const OF_REVIEWS = ["avoidable", "cause"] as const;

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
export const DAYS_AFTER_MONDAY = 3;

/** Groupings that have their keys in an order of their own, and are no words of reviews. */
export type OrderedGrouping =
  | "outcome"
  | "since_admission"
  | "weekday"
  | "hour";

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
    case "avoidable":
      return AVOIDABLE_KEYS;
    case "physician":
    case "hospital":
    case "cause":
      return null;
  }
}

function numbersBelow(end: number): string[] {
  return Array.from({ length: end }, (_, number) => String(number));
}
