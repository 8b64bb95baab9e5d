import { formatCount } from "~/domain/number-format";
import type { FindingGroup } from "./import-report";

export const IMPORT_LIMITS = {
  /** Larger removals of a table need permission by name (R233). */
  removalPercent: 5,
  /** Ten years (R238). */
  stayDays: 3653,
  /** Earlier stays get a warning (R238). */
  firstAdmission: "1990-01-01",
  movements: {
    /** Whole weeks, so weekends weigh the same. */
    windowsDays: [7, 14, 28],
    /** Days before a window that show the usual number. */
    usualDays: 84,
    share: 0.5,
    /** Chance of so few movements; spares small homes false alarms. */
    chance: 1e-5,
  },
  figures: {
    share: 0.25,
    events: 10,
  },
} as const;

export interface TableRemoval {
  name: string;
  removed: number;
  stored: number;
}

/** Removals above 5 % of a table without permission (R233), of small tables too: the last row never goes unasked. */
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

function removalWords({ removed, stored }: TableRemoval): string {
  const percent = ((removed * 100) / stored).toFixed(1).replace(/\.0$/, "");
  return `${formatCount(removed)} of ${formatCount(stored)} rows would be removed (${percent} %)`;
}

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
