export const IMPORT_LIMITS = {
  /** More of a table than this goes only where it is allowed by name (R233). */
  removalPercent: 5,
  /** Ten years. Longer stays get a warning (R238). */
  stayDays: 3653,
  /** Stays that began earlier get a warning (R238). */
  firstAdmission: "1990-01-01",
  /** When the movements of a facility have fallen (R239). */
  movements: {
    /** Whole weeks, so that weekends weigh the same. The shortest one with a fall is reported. */
    windowsDays: [7, 14, 28],
    /** The days before a window that say what is usual. */
    usualDays: 84,
    /** Fewer than this share of the usual number. */
    share: 0.5,
    /** So few come about by chance more seldom than this; it keeps small homes quiet. */
    chance: 1e-5,
  },
  /** When a rate of the company has moved (R240). */
  figures: {
    /** More than this share of the earlier value. */
    share: 0.25,
    /** It must be this many events that make the difference. */
    events: 10,
  },
} as const;

export interface TableRemoval {
  name: string;
  removed: number;
  stored: number;
}

/**
 * The removals that an import may not carry out, because they are more than 5 % of a table and nobody has allowed them for
 * that table (R233). Small tables are no exception: one row of nineteen is refused, one of twenty is not, and the last row
 * of a table never goes unasked.
 */
export function refusedRemovals(
  removals: readonly TableRemoval[],
  allowed: ReadonlySet<string>,
): TableRemoval[] {
  return removals.filter(
    ({ name, removed, stored }) =>
      removed * 100 > stored * IMPORT_LIMITS.removalPercent &&
      !allowed.has(name),
  );
}
