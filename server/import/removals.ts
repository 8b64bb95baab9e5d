import type { TableRemoval } from "~/features/imports/rules/removal-limit";
import { REMOVABLE_CENSUS_TABLES } from "./census-tables";
import { ACCOUNTS, SENDERS } from "./imported-tables";
import type { AccountPlan } from "./plan-accounts";
import type { TableChanges } from "./plan-changes";
import type { SenderPlan } from "./plan-senders";
import type { Staging } from "./staging";

/** The tables of which an import can remove rows, by the names that `--allow-removal` takes. */
export const REMOVABLE_TABLES: readonly string[] = [
  ...REMOVABLE_CENSUS_TABLES,
  ACCOUNTS,
  SENDERS,
];

/** How much of each table an import would remove, whatever the reason: a missing row, or one that is to be deleted. */
export function removalsOf(
  staging: Staging,
  changes: ReadonlyMap<string, TableChanges>,
  accounts: { plan: AccountPlan; stored: readonly unknown[] },
  senders: { plan: SenderPlan; stored: readonly unknown[] },
): TableRemoval[] {
  return [
    ...REMOVABLE_CENSUS_TABLES.map((name) => ({
      name,
      removed: changes.get(name)?.removed ?? 0,
      stored: staging.count(`select count(*) from known_${name}`),
    })),
    {
      name: ACCOUNTS,
      removed: accounts.plan.removed.length,
      stored: accounts.stored.length,
    },
    {
      name: SENDERS,
      removed: senders.plan.removed.length,
      stored: senders.stored.length,
    },
  ];
}
