import { forgottenIds } from "~server/feed/apply/forgotten-residents";
import { feedReach } from "~server/feed/apply/feed-reach";
import { isoDayOf, type EpochDay, type IsoDay } from "~/domain/calendar";
import {
  refusedRemovals,
  type TableRemoval,
} from "~/features/imports/rules/removal-limit";
import { parseLevelIds } from "~/features/users/rules/level-ids";
import type { CheckedCensus, CensusToCheck, IdCheck } from "./check-census";
import { checkPlausible } from "./check-plausible";
import { countGoneAlready } from "./deletions";
import { importedTables, type ImportedTable } from "./imported-tables";
import type { FacilityClocks } from "~server/store/facility-clocks";
import {
  changesAccounts,
  planAccounts,
  type AccountPlan,
} from "./plan-accounts";
import {
  leaveOutForgotten,
  planChanges,
  type TableChanges,
} from "./plan-changes";
import {
  changesSenders,
  planSenders,
  storedSenders,
  type SenderPlan,
} from "./plan-senders";
import type { ReachMove } from "~server/measures/move-reach";
import { planReach, reachOfImport } from "./plan-reach";
import type { ProblemLog } from "./problem-log";
import { placesOf } from "./read-accounts";
import { removalsOf } from "./removals";

/** What an import will do. */
export interface CensusPlan {
  changes: ReadonlyMap<string, TableChanges>;
  tables: ImportedTable[];
  accounts: AccountPlan;
  senders: SenderPlan;
  reachMoves: readonly ReachMove[];
  /** The day that the import says the data reach; null where it says nothing of it. */
  dataThrough: IsoDay | null;
  /** What it would remove and may not. */
  removals: TableRemoval[];
  /** Rows and merges to take back that are not stored. */
  goneAlready: number;
  /** Residents of the folder who were forgotten, and stay so. */
  forgotten: number;
  /** Usernames of remaining accounts whose places are gone. */
  strandedUsernames: string[];
  hasChanges: boolean;
}

interface Asked {
  allowRemoval: ReadonlySet<string>;
  /** The day through which the data are complete, where it is given. */
  dataThrough: EpochDay | null;
  clocks: FacilityClocks;
}

/** Works out what a checked census changes, and warns of what is well formed and hardly possible. */
export async function planCensus(
  census: CensusToCheck,
  { accounts: rows, users, senders: senderRows, exists }: CheckedCensus,
  { allowRemoval, dataThrough, clocks }: Asked,
  warnings: ProblemLog,
): Promise<CensusPlan> {
  const { store, staging, tables, folder, replace, overDemo, progress } =
    census;
  const freshStart = replace || overDemo;
  const forgotten = overDemo
    ? 0
    : leaveOutForgotten(staging, await forgottenIds(store.db));
  const changes = planChanges(staging, tables, { replace, freshStart });
  if (rows) progress.step("Checking passwords");
  const accounts = await planAccounts(
    rows,
    users,
    { overDemo, replace, now: clocks.now },
    (done, total) => progress.at(done, total),
  );
  const knownSenders = await storedSenders(store.db);
  const senders = planSenders(senderRows, knownSenders, {
    replace,
    overDemo,
    hasFacility: (id) => exists("facilities", id) !== false,
  });
  const imported = {
    given: dataThrough,
    isComplete:
      folder.files.has("stays.csv") && folder.files.has("transfers.csv"),
    clocks,
  };
  const reach = reachOfImport(imported, null);
  const today = clocks.todayAt(null);
  const fed = await feedReach(census.store.db, clocks.now);
  const reachMoves = planReach(staging, imported, fed, overDemo);
  checkPlausible(staging, today, warnings);
  const removed = removalsOf(
    staging,
    changes,
    { plan: accounts, stored: users },
    { plan: senders, stored: knownSenders },
  );
  return {
    changes,
    tables: importedTables(changes, { accounts, senders }, overDemo),
    accounts,
    senders,
    reachMoves,
    dataThrough: reach === null ? null : isoDayOf(reach),
    removals: overDemo ? [] : refusedRemovals(removed, allowRemoval),
    goneAlready: countGoneAlready(staging, tables),
    forgotten,
    strandedUsernames: strandedAmong(accounts, exists),
    hasChanges:
      overDemo ||
      reachMoves.length > 0 ||
      changesAccounts(accounts) ||
      changesSenders(senders) ||
      [...changes.values()].some(
        ({ added, changed, removed: gone }) => added + changed + gone > 0,
      ),
  };
}

function strandedAmong(plan: AccountPlan, exists: IdCheck): string[] {
  return plan.kept
    .filter((user) => {
      const table = placesOf(user.access_level);
      return (
        table &&
        parseLevelIds(user.access_level_id).some(
          (id) => exists(table, id) === false,
        )
      );
    })
    .map(({ username }) => username);
}
