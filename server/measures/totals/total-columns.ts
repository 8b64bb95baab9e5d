import type { FrailtyBand } from "~/domain/frailty";

/** Whose days in a place are counted apart: patients by the band of their newest score, and long-stay patients. */
export const GROUPS = ["high", "medium", "low", "none", "long_stay"] as const;

export type Group = (typeof GROUPS)[number];

/** The groups that hold each patient once. */
export const BANDS = [
  "high",
  "medium",
  "low",
  "none",
] as const satisfies readonly (FrailtyBand | "none")[];

export type Band = (typeof BANDS)[number];

/** What is counted on one day, an admission or an event. */
export const COUNTS = [
  "snf_adm",
  "ach_adm",
  "rth",
  "ed",
  "h_events",
  "ed_events",
  "adm_events",
] as const;

/**
 * How many more residents there are than the day before, and the same times the day. From the sums of both through a day
 * follow the days of care through it: `(day + 1) * residents - resident_days`. So a stay that goes on needs no further row.
 */
export const CENSUS = [
  "residents",
  "resident_days",
  "long_residents",
  "long_resident_days",
] as const;

/**
 * Episodes of patients that began on a day, and those whose first day away it is; of these, the first of a patient (`came`)
 * and the last (`left`).
 */
export const EPISODES = [
  "high_begun",
  "medium_begun",
  "low_begun",
  "none_begun",
  "long_stay_begun",
  "high_ended",
  "medium_ended",
  "low_ended",
  "none_ended",
  "long_stay_ended",
  "high_came",
  "medium_came",
  "low_came",
  "none_came",
  "long_stay_came",
  "high_left",
  "medium_left",
  "low_left",
  "none_left",
  "long_stay_left",
] as const satisfies readonly `${Group}_${"begun" | "ended" | "came" | "left"}`[];

export const TOTAL_COLUMNS = [...COUNTS, ...CENSUS, ...EPISODES] as const;

export type TotalColumn = (typeof TOTAL_COLUMNS)[number];

/** The places that totals are kept for; the index of a level is its number in the database. */
export const PLACE_LEVELS = [
  "company",
  "division",
  "region",
  "facility",
] as const;

export type PlaceLevel = (typeof PLACE_LEVELS)[number];

export function levelNumber(level: PlaceLevel): number {
  return PLACE_LEVELS.indexOf(level);
}

/** A row of totals is of a month, whose first day names it, or of a day. */
export const GRAIN = { month: 0, day: 1 } as const;

export type PeopleCount = Record<Group, number>;

export function countEach(count: (group: Group) => number): PeopleCount {
  return Object.fromEntries(
    GROUPS.map((group) => [group, count(group)]),
  ) as PeopleCount;
}

/** Nobody of any group. */
export function noPeople(): PeopleCount {
  return countEach(() => 0);
}
