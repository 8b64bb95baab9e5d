import { feedReach } from "~server/messages/apply/feed-reach";
import { isoDayOf, type EpochDay, type IsoDay } from "~/domain/calendar";
import { refusedRemovals, type TableRemoval } from "./limits";
import { parseLevelIds } from "~/features/users/rules/level-ids";
import { forgottenIds } from "~server/messages/apply/logged-messages";
import { REMOVABLE_CENSUS_TABLES } from "./census-tables";
import type { CheckedCensus, CensusToCheck, IdCheck } from "./check-census";
import { checkPlausible } from "./check-plausible";
import { countGoneAlready } from "./deletions";
import {
  importedTables,
  type ImportedTable,
  ACCOUNTS,
  SENDERS,
} from "./imported-tables";
import type { FacilityClocks } from "~server/store/facility-clocks";
import { planAccounts, type AccountPlan } from "./import-accounts";
import {
  leaveOutForgotten,
  planChanges,
  type TableChanges,
} from "./plan-changes";
import { planSenders, storedSenders, type SenderPlan } from "./import-senders";
import type { ReachMove } from "~server/measures/move-reach";
import type { ProblemLog } from "./problem-log";
import { placesOf } from "./read-accounts";
import type { Staging } from "./staging";

export interface CensusPlan {
  changes: ReadonlyMap<string, TableChanges>;
  tables: ImportedTable[];
  accounts: AccountPlan;
  senders: SenderPlan;
  reachMoves: readonly ReachMove[];
  /** The day that the import says the data reach; null where it says nothing of it. */
  dataThrough: IsoDay | null;
  removals: TableRemoval[];
  goneAlready: number;
  forgotten: number;
  /** Usernames of remaining accounts whose places are gone. */
  strandedUsernames: string[];
  hasChanges: boolean;
}

interface Asked {
  allowRemoval: ReadonlySet<string>;
  dataThrough: EpochDay | null;
  clocks: FacilityClocks;
}

/** What an import says of the reach of all facilities. */
interface ImportedReach {
  /** The day given with the import; where it has not begun, today counts. */
  given: EpochDay | null;
  /** Both stays.csv and transfers.csv are there, so that the data are complete through today. */
  isComplete: boolean;
  clocks: FacilityClocks;
}

/** The reach that an import has for a facility that facilities.csv says nothing of (R249); null where it says nothing. */
function reachOfImport(
  { given, isComplete, clocks }: ImportedReach,
  facilityId: number | null,
): EpochDay | null {
  const today = clocks.todayAt(facilityId);
  if (given !== null) return Math.min(given, today);
  return isComplete ? today : null;
}

/**
 * The facilities whose data reach another day by the import: that of its row in facilities.csv, else that of the import,
 * else the one that it has; with a feed never less far than its messages. Lays out the reach of all facilities, as it will be, in
 * `after_reach`.
 *
 * @param fed through which day the feeds of facilities reach
 * @param overDemo what is there is the demo organisation, whose reach tells nothing of the data to come
 */
function planReach(
  staging: Staging,
  imported: ImportedReach,
  fed: ReadonlyMap<number, EpochDay>,
  overDemo: boolean,
): ReachMove[] {
  staging.db.exec(
    `create temp table told_reach (id bigint primary key, imported integer, fed integer)`,
  );
  const insert = staging.db.prepare("insert into told_reach values (?, ?, ?)");
  const facilities = staging.numbers(
    `select id from staged_facilities
     union select id from known_facilities where removed = 0`,
  );
  for (const id of facilities) {
    const fedThrough = overDemo ? null : (fed.get(id) ?? null);
    insert.run(id, reachOfImport(imported, id), fedThrough);
  }
  staging.db
    .prepare(
      `create temp table after_reach as
       select t.id, k.data_through as before,
         nullif(max(coalesce(s.data_through, t.imported, iif(@over_demo, null, k.data_through), -1), coalesce(t.fed, -1)), -1) as after
       from told_reach t
       left join staged_facilities s on s.id = t.id
       left join known_facilities k on k.id = t.id`,
    )
    .run({ over_demo: overDemo ? 1 : 0 });
  return staging.db
    .prepare<
      [],
      { id: number; before: EpochDay | null; after: EpochDay | null }
    >(`select * from after_reach where after is not before order by id`)
    .all()
    .map(({ id, before, after }) => ({
      facilityId: id,
      from: before,
      to: after,
    }));
}

/** The tables of which an import can remove rows, by the names that `--allow-removal` takes. */
export const REMOVABLE_TABLES: readonly string[] = [
  ...REMOVABLE_CENSUS_TABLES,
  ACCOUNTS,
  SENDERS,
];

function removalsOf(
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

export async function planCensus(
  census: CensusToCheck,
  { accounts: rows, users, senders: senderRows, exists }: CheckedCensus,
  { allowRemoval, dataThrough, clocks }: Asked,
  warnings: ProblemLog,
): Promise<CensusPlan> {
  const { store, staging, folder, replace, overDemo, progress } = census;
  const freshStart = replace || overDemo;
  const forgotten = overDemo
    ? 0
    : leaveOutForgotten(staging, await forgottenIds(store.db));
  const changes = planChanges(staging, census.tables, { replace, freshStart });
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
  const tables = importedTables(changes, { accounts, senders }, overDemo);
  return {
    changes,
    tables,
    accounts,
    senders,
    reachMoves,
    dataThrough: reach === null ? null : isoDayOf(reach),
    removals: overDemo ? [] : refusedRemovals(removed, allowRemoval),
    goneAlready: countGoneAlready(staging, census.tables),
    forgotten,
    strandedUsernames: strandedAmong(accounts, exists),
    hasChanges:
      overDemo ||
      reachMoves.length > 0 ||
      tables.some(
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
