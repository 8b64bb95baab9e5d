/** Hours (R163). */
export const LOOKBACK_HOURS = [24, 48, 72] as const;
export type LookbackHours = (typeof LOOKBACK_HOURS)[number];

export const DEFAULT_LOOKBACK_HOURS: LookbackHours = 24;

export const LONGEST_LOOKBACK_HOURS: LookbackHours = 72;
