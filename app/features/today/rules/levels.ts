/** Levels where Today lists residents; at higher levels it lists facilities. */
export const RESIDENT_LEVELS = ["facility", "physician"] as const;

export type ResidentLevel = (typeof RESIDENT_LEVELS)[number];
