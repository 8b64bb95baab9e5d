import { IMPORT_LIMITS } from "~/features/imports/rules/import-limits";
import type { TableRemoval } from "~/features/imports/rules/removal-limit";
import type { FindingGroup } from "./import-report";

const NUMBERS = new Intl.NumberFormat("en-US");

/** How much of a table would go: '1,200 of 2,400 rows would be removed (50 %)'. */
function removalWords({ removed, stored }: TableRemoval): string {
  const percent = ((removed * 100) / stored).toFixed(1).replace(/\.0$/, "");
  return `${NUMBERS.format(removed)} of ${NUMBERS.format(stored)} rows would be removed (${percent} %)`;
}

/** What an import would remove, a line for each table, and how it is told that it may. */
export function removalLines(removals: readonly TableRemoval[]): string[] {
  const names = removals.map(({ name }) => name).join(",");
  return [
    ...removals.map((removal) => `${removal.name}: ${removalWords(removal)}.`),
    `More than ${IMPORT_LIMITS.removalPercent} % of a table goes only where that is said. If the files are right, add --allow-removal=${names}.`,
  ];
}

/** The same for the report of an import. */
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
