import { formatCount } from "~/domain/number-format";
import type { FindingGroup } from "./import-report";

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
 * The removals that an import may not carry out: more than 5 % of a table that nobody has allowed to lose rows (R233). Small
 * tables are no exception, so the last row of a table never goes unasked.
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

/** How much of a table would go: '1,200 of 2,400 rows would be removed (50 %)'. */
function removalWords({ removed, stored }: TableRemoval): string {
  const percent = ((removed * 100) / stored).toFixed(1).replace(/\.0$/, "");
  return `${formatCount(removed)} of ${formatCount(stored)} rows would be removed (${percent} %)`;
}

/** What an import would remove, a line for each table, and the option that allows it. */
export function removalLines(removals: readonly TableRemoval[]): string[] {
  const names = removals.map(({ name }) => name).join(",");
  return [
    ...removals.map((removal) => `${removal.name}: ${removalWords(removal)}.`),
    `More than ${IMPORT_LIMITS.removalPercent} % of a table goes only where that is said. If the files are right, add --allow-removal=${names}.`,
  ];
}

export function removalFindings(
  removals: readonly TableRemoval[],
): FindingGroup[] {
  return removals.map((removal) => ({
    file: `${removal.name}.csv`,
    column: "row",
    message: removalWords(removal),
    count: removal.removed,
    lines: [],
  }));
}

const LISTED_NAMES = 10;

export function nameList(names: readonly string[]): string {
  const more = names.length - LISTED_NAMES;
  const listed = names.slice(0, LISTED_NAMES).join(", ");
  return more > 0 ? `${listed} and ${more} more` : listed;
}
