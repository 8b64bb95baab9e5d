export const FINDING_KINDS = [
  "hospital_without_transfer",
  "transfer_outside_stay",
  "overlapping_stays",
  "shared_mrn",
  "no_physician",
  "assumed_outcome",
  "waiting",
] as const;

export type FindingKind = (typeof FINDING_KINDS)[number];

/** Kinds that have rows of residents; waiting messages have reasons. */
export type ResidentFindingKind = Exclude<FindingKind, "waiting">;

/** A larger share marks the figures (R298). Few stays are no exception: their rates are as unsure. */
export function hasMuchDoubt({
  stays,
  inDoubt,
}: {
  /** Stays of the last year. */
  stays: number;
  inDoubt: number;
}): boolean {
  return inDoubt > stays * censusLimits.doubtShare;
}

export const censusLimits = {
  /** A quarter has each weekday thirteen times, and leaves last winter out. */
  usualDays: 90,
  /** What is usual is not known before: two weeks have each weekday twice. */
  fewestUsualDays: 14,
  /** A week has one of each weekday. */
  recentDays: 7,
  /** A night, and a day without a movement, say nothing: only a whole day and night do. */
  shortestSilenceHours: 24,
  /** A facility is silent where its own movements make the gap less likely than this: of 1,000 facilities that are well, one looks silent. */
  silenceChance: 1 / 1_000,
  /** Rates are those of a year. */
  stayDays: 365,
  /** More than this share of stays in doubt may move a rate by more than months differ. */
  doubtShare: 0.02,
  /**
   * Whoever is back within these days went to hospital straight: Medicare pays a nursing facility after three nights
   * in hospital.
   */
  returnDays: 3,
  /** A transfer so many days before the discharge explains it too: beds are held for residents in hospital about as long. */
  bedHoldDays: 15,
} as const;
