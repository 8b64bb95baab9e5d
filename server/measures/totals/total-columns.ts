import type { EpochDay } from "~/domain/calendar";
import type { FrailtyBand } from "~/domain/frailty";

/** Groups counted separately: patients by the band of their newest score, and long-stay patients. */
export const GROUPS = ["high", "medium", "low", "none", "long_stay"] as const;

export type Group = (typeof GROUPS)[number];

/** The groups that have each patient once. */
export const BANDS = [
  "high",
  "medium",
  "low",
  "none",
] as const satisfies readonly (FrailtyBand | "none")[];

export type Band = (typeof BANDS)[number];

/** Admissions and events of a day. */
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
 * The change in the number of residents, and that change times the day. Days of care through a day are `(day + 1) *
 * residents - resident_days` of their sums, so an open stay needs only one row.
 */
export const CENSUS = [
  "residents",
  "resident_days",
  "long_residents",
  "long_resident_days",
] as const;

/**
 * Episodes of patients that begin on a day, and those that end, counted on the first day away; of these, a patient's
 * first (`came`) and last (`left`).
 */
export const EPISODES = (["begun", "ended", "came", "left"] as const).flatMap(
  (when) => GROUPS.map((group) => `${group}_${when}` as const),
);

export const TOTAL_COLUMNS = [...COUNTS, ...CENSUS, ...EPISODES] as const;

export type TotalColumn = (typeof TOTAL_COLUMNS)[number];

/** A level's index is its number in the database. */
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

/** A month's row has its first day. */
export const GRAIN = { month: 0, day: 1 } as const;

export type PeopleCount = Record<Group, number>;

export function countEach(count: (group: Group) => number): PeopleCount {
  return Object.fromEntries(
    GROUPS.map((group) => [group, count(group)]),
  ) as PeopleCount;
}

export function noPeople(): PeopleCount {
  return countEach(() => 0);
}

/** Places of one level; `isnp` counts only ISNP stays. */
export interface Places {
  level: PlaceLevel;
  ids: readonly number[];
  isnp: boolean;
}

export interface PlaceDay {
  placeId: number;
  day: EpochDay;
}

/** Both ends included. */
export interface PlaceRange {
  placeId: number;
  from: EpochDay;
  to: EpochDay;
}
