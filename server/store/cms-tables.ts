import type { SpecialFocus } from "~/features/profile/rules/cms/cms-file";
import type { CmsMeasureCode } from "~/features/profile/rules/cms/cms-measures";
import type { Flag } from "./record-tables";

export interface FacilityStars {
  /** CMS stars, 1 to 5; null: unknown. */
  overall: number | null;
  survey: number | null;
  quality: number | null;
  staffing: number | null;
  /** The day of the CMS file with the stars; null if no file named one. */
  stars_on: number | null;
  special_focus: SpecialFocus | null;
  /** CMS flags a facility that was cited for abuse. */
  abuse: Flag;
}

export const STAR_COLUMNS = [
  "overall",
  "survey",
  "quality",
  "staffing",
  "stars_on",
  "special_focus",
  "abuse",
] as const satisfies (keyof FacilityStars)[];

/** Keyed by CCN: CMS has no other number, and an import may remove a facility and bring it back (R385). */
export interface CmsScoreTable {
  /** Six characters. */
  ccn: string;
  measure: CmsMeasureCode;
  /** Two letters; null if the file does not say. */
  state: string | null;
  /** Percent, or per 1,000 long-stay days; null if CMS suppresses it. */
  adjusted: number | null;
  observed: number | null;
  expected: number | null;
  /** A number or text, as in the CMS file. */
  footnote: string | null;
  /** Both ends included. */
  period_from: number;
  period_to: number;
  /** When CMS created the file. */
  processed_on: number;
}

/** CMS's file of averages states no period. */
export interface CmsAverageTable {
  /** Two letters, or `NATION`. */
  place: string;
  measure: CmsMeasureCode;
  score: number | null;
  processed_on: number;
}

export interface CmsTables {
  cms_scores: CmsScoreTable;
  cms_averages: CmsAverageTable;
}
