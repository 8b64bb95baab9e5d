export const FRAILTY_BANDS = ["high", "medium", "low"] as const;

export type FrailtyBand = (typeof FRAILTY_BANDS)[number];

export const FRAILTY_WORDS: Record<FrailtyBand, string> = {
  high: "High",
  medium: "Medium",
  low: "Low",
};

export type FrailtyFilter = "all" | FrailtyBand;

export const FRAILTY_FILTERS: readonly {
  value: FrailtyFilter;
  label: string;
}[] = [
  { value: "all", label: "All" },
  { value: "high", label: "High" },
  { value: "medium", label: "Med" },
  { value: "low", label: "Low" },
];

export function bandForScore(score: number | null): FrailtyBand | null {
  if (score === null || Number.isNaN(score) || score < 0) return null;
  if (score < 3) return "low";
  return score < 6 ? "medium" : "high";
}

/** Null where a count is unknown, or the bands hold all patients. */
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

export function parseFrailtyFilter(text: string | null): FrailtyFilter {
  return FRAILTY_BANDS.find((band) => band === text) ?? "all";
}

export function passesFrailtyFilter(
  score: number | null,
  filter: FrailtyFilter,
): boolean {
  return filter === "all" || bandForScore(score) === filter;
}
