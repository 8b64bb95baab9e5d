import type { AccountPlan } from "./plan-accounts";
import type { TableChanges } from "./plan-changes";
import type { SenderPlan } from "./plan-senders";

/** The name under which accounts stand beside the tables of a census. */
export const ACCOUNTS = "users";

/** The same of the senders of messages. */
export const SENDERS = "senders";

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

/** What an import does to each table of the census, to the accounts and to the senders of messages. */
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
