import type { AccountPlan } from "./plan-accounts";
import type { TableChanges } from "./plan-changes";

/** The name under which accounts stand beside the tables of a census. */
export const ACCOUNTS = "users";

/** What an import does to a table. */
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

/** What an import does to each table of the census, and to the accounts. */
export function importedTables(
  changes: ReadonlyMap<string, TableChanges>,
  plan: AccountPlan,
  overDemo: boolean,
): ImportedTable[] {
  const accounts = {
    added: plan.added.length,
    changed: plan.changed.length,
    unchanged: plan.unchanged,
    removed: plan.removed.length,
  };
  return [...changes, [ACCOUNTS, accounts] as const].map(([name, counts]) => ({
    name,
    ...(overDemo ? asNew(counts) : counts),
  }));
}
