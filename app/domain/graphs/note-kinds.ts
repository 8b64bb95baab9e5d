/** What people write on the charts of a place (R375). */
export const NOTE_KINDS = ["event", "phase"] as const;
export type NoteKind = (typeof NOTE_KINDS)[number];

/** Levels whose charts have events and phases; a physician's have none. */
export const NOTE_LEVELS = [
  "company",
  "division",
  "region",
  "facility",
] as const;
export type NoteLevel = (typeof NOTE_LEVELS)[number];
