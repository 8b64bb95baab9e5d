/** Frailty bands, frailest first (R105). */
export const FRAILTY_BANDS = ["high", "medium", "low"] as const;

export type FrailtyBand = (typeof FRAILTY_BANDS)[number];

/** The bands as they are named over their counts. */
export const FRAILTY_WORDS: Record<FrailtyBand, string> = {
  high: "High",
  medium: "Medium",
  low: "Low",
};

/** The patient list's frailty filter; `all` keeps every patient (R107). */
export type FrailtyFilter = "all" | FrailtyBand;

/** Names of the filter's choices, in the order of the screen (R107). */
export const FRAILTY_FILTERS: readonly {
  value: FrailtyFilter;
  label: string;
}[] = [
  { value: "all", label: "All" },
  { value: "high", label: "High" },
  { value: "medium", label: "Med" },
  { value: "low", label: "Low" },
];

/**
 * Band of a frailty score: below 3 low, 3 to 5 medium, 6 and above high; −1 (any negative number) and null mean that
 * there is no score (R105). A score between 5 and 6 is still medium.
 */
export function bandForScore(score: number | null): FrailtyBand | null {
  if (score === null || Number.isNaN(score) || score < 0) return null;
  if (score < 3) return "low";
  return score < 6 ? "medium" : "high";
}

/**
 * Patients who stand in no band: those without a score. Null where the counts do not say it, because one of them is not
 * known or the bands hold as many patients as there are.
 */
export function unscoredPatients(
  patientCount: number | null,
  bands: Record<FrailtyBand, number | null>,
): number | null {
  const { high, medium, low } = bands;
  if (patientCount === null) return null;
  if (high === null || medium === null || low === null) return null;
  const unscored = patientCount - high - medium - low;
  return unscored > 0 ? unscored : null;
}

/** Reads the filter from the URL; anything unknown keeps every patient. */
export function parseFrailtyFilter(text: string | null): FrailtyFilter {
  return FRAILTY_BANDS.find((band) => band === text) ?? "all";
}

/** True where a patient with that score stays in the list. */
export function passesFrailtyFilter(
  score: number | null,
  filter: FrailtyFilter,
): boolean {
  return filter === "all" || bandForScore(score) === filter;
}
