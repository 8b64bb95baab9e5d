/** Where a page of today lists residents; above, it lists facilities. */
export const RESIDENT_LEVELS = ["facility", "physician"] as const;

export type ResidentLevel = (typeof RESIDENT_LEVELS)[number];
