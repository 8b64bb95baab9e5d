/** How far back the report may look, in hours (R163). */
export const LOOKBACK_HOURS = [24, 48, 72] as const;
export type LookbackHours = (typeof LOOKBACK_HOURS)[number];

/** What the report opens at (R163). */
export const DEFAULT_LOOKBACK_HOURS: LookbackHours = 24;

/** The furthest that the report looks back. */
export const LONGEST_LOOKBACK_HOURS: LookbackHours = 72;
