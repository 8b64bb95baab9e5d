import { IMPORT_LIMITS } from "./limits";

/** What an import would remove from a table. */
export interface TableRemoval {
  name: string;
  /** Rows that would go. */
  removed: number;
  /** Rows that are there before the import. */
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
