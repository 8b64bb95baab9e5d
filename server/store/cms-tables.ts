import type { SpecialFocus } from "~/features/profile/rules/cms/cms-file";
import type { CmsMeasureCode } from "~/features/profile/rules/cms/cms-measures";
import type { Flag } from "./flag";

/** What CMS says of a facility beside its beds, from one file (R230). */
export interface FacilityStars {
  /** CMS stars, 1 to 5; null: unknown. */
  overall: number | null;
  survey: number | null;
  quality: number | null;
  staffing: number | null;
  /** The day of the CMS file that they are from; null where no file named one. */
  stars_on: number | null;
  special_focus: SpecialFocus | null;
  /** CMS's mark for a facility that was cited for abuse. */
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

/** What CMS publishes of a facility's claims (R385). By CCN: CMS knows no other number, and an import of a census may take a facility away and bring it back. */
export interface CmsScoreTable {
  /** Six characters. */
  ccn: string;
  measure: CmsMeasureCode;
  /** Two letters; null where the file does not say. */
  state: string | null;
  /** Percent, or per 1,000 long-stay days; null where CMS suppresses it. */
  adjusted: number | null;
  observed: number | null;
  expected: number | null;
  /** As CMS writes it: a number, or words. */
  footnote: string | null;
  /** Both ends included. */
  period_from: number;
  period_to: number;
  /** When CMS made the file. */
  processed_on: number;
}

/** Averages of a state or of the nation. CMS's file tells no period of them. */
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
