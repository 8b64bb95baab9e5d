/** Whose residents a list is of. */
export const TODAY_LEVELS = ["facility", "physician"] as const;

export type TodayLevel = (typeof TODAY_LEVELS)[number];
