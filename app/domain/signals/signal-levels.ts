/** Levels whose children are places or physicians, with signals of their own. */
export const SIGNAL_LEVELS = [
  "company",
  "division",
  "region",
  "facility",
] as const;

export type SignalLevel = (typeof SIGNAL_LEVELS)[number];
