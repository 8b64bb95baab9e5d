export const NOTE_KINDS = ["event", "phase"] as const;
export type NoteKind = (typeof NOTE_KINDS)[number];

/** Levels with chart events and phases; physicians have none. */
export const NOTE_LEVELS = [
  "company",
  "division",
  "region",
  "facility",
] as const;
export type NoteLevel = (typeof NOTE_LEVELS)[number];
