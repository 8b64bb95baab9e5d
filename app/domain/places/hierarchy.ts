/** Highest first (R21). */
export const LEVELS = [
  "company",
  "division",
  "region",
  "facility",
  "physician",
] as const;

export type Level = (typeof LEVELS)[number];

/** What a drill-down list of a level holds: the next level, and patients below physicians. */
export type ChildLevel = Exclude<Level, "company"> | "patient";

export type LocationLevel = "division" | "region" | "facility";

export const LEVELS_ABOVE_FACILITIES = [
  "company",
  "division",
  "region",
] as const;

export interface PlaceAboveFacilities {
  level: (typeof LEVELS_ABOVE_FACILITIES)[number];
  id: number;
}

/** The whole company has one row, and this is its id (R21). */
export const COMPANY_ID = 0;

export const NO_PHYSICIAN_ID = 0;

const CHILD_LEVELS: Record<Level, ChildLevel> = {
  company: "division",
  division: "region",
  region: "facility",
  facility: "physician",
  physician: "patient",
};

export function childLevelOf(level: Level): ChildLevel {
  return CHILD_LEVELS[level];
}
