import { formatCount } from "~/domain/number-format";
import { IMPORT_LIMITS, type TableRemoval } from "./limits";
import type { FindingGroup } from "./import-report";
import type { AccountPlan } from "./import-accounts";
import type { TableChanges } from "./plan-changes";
import type { SenderPlan } from "./import-senders";

/** The name under which accounts stand beside the tables of a census. */
export const ACCOUNTS = "users";

export const SENDERS = "senders";

export interface ImportedTable extends TableChanges {
  name: string;
}

/** The demo organisation's rows are gone, whatever ids they had: all that is there now is new. */
function asNew({ added, changed, unchanged }: TableChanges): TableChanges {
  return {
    added: added + changed + unchanged,
    changed: 0,
    unchanged: 0,
    removed: 0,
  };
}

export function importedTables(
  changes: ReadonlyMap<string, TableChanges>,
  plans: { accounts: AccountPlan; senders: SenderPlan },
  overDemo: boolean,
): ImportedTable[] {
  return [
    ...changes,
    [ACCOUNTS, countsOf(plans.accounts)] as const,
    [SENDERS, countsOf(plans.senders)] as const,
  ].map(([name, counts]) => ({
    name,
    ...(overDemo ? asNew(counts) : counts),
  }));
}

function countsOf(plan: AccountPlan | SenderPlan): TableChanges {
  return {
    added: plan.added.length,
    changed: plan.changed.length,
    unchanged: plan.unchanged,
    removed: plan.removed.length,
  };
}

const LISTED_NAMES = 10;

export function nameList(names: readonly string[]): string {
  const more = names.length - LISTED_NAMES;
  const listed = names.slice(0, LISTED_NAMES).join(", ");
  return more > 0 ? `${listed} and ${more} more` : listed;
}

/** How much of a table would go: '1,200 of 2,400 rows would be removed (50 %)'. */
function removalWords({ removed, stored }: TableRemoval): string {
  const percent = ((removed * 100) / stored).toFixed(1).replace(/\.0$/, "");
  return `${formatCount(removed)} of ${formatCount(stored)} rows would be removed (${percent} %)`;
}

/** What an import would remove, a line for each table, and how it is told that it may. */
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
