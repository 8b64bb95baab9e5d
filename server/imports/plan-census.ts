import { feedReach } from "~server/messages/apply/feed-reach";
import { isoDayOf, type EpochDay } from "~/domain/calendar";
import { refusedRemovals } from "./limits";
import { parseLevelIds } from "~/features/users/rules/access-levels";
import { forgottenIds } from "~server/messages/apply/logged-messages";
import { REMOVABLE_CENSUS_TABLES, type IdCheck } from "./census-tables";
import type { CheckedCensus, CensusToCheck } from "./check-census";
import { checkPlausible } from "./check-plausible";
import { countGoneAlready } from "./deletions";
import type { TableChanges } from "./import-report";
import type { FacilityClocks } from "~server/store/facility-clocks";
import { planAccounts, type AccountPlan } from "./import-accounts";
import { leaveOutForgotten, planChanges } from "./plan-changes";
import { planSenders, storedSenders, type SenderPlan } from "./import-senders";
import type { ReachMove } from "~server/measures/move-reach";
import type { ProblemLog } from "./problem-log";
import { placesOf } from "./read-accounts";
import type { Staging } from "./staging";

export type CensusPlan = Awaited<ReturnType<typeof planCensus>>;

/** Data cut-off for a facility without a day in facilities.csv (R249). */
type ReachOfImport = (facilityId: number | null) => EpochDay | null;

/**
 * New data cut-offs: from facilities.csv, else from the import, else the stored one; never before the messages of a
 * feed. Fills `after_reach` for all facilities.
 */
function planReach(
  staging: Staging,
  reachOfImport: ReachOfImport,
  fed: ReadonlyMap<number, EpochDay>,
  overDemo: boolean,
): ReachMove[] {
  staging.db.exec(
    `create temp table known_reach (id bigint primary key, imported integer, fed integer)`,
  );
  const insert = staging.db.prepare("insert into known_reach values (?, ?, ?)");
  const facilities = staging.numbers(
    `select id from staged_facilities
     union select id from known_facilities where removed = 0`,
  );
  for (const id of facilities) {
    const fedThrough = overDemo ? null : (fed.get(id) ?? null);
    insert.run(id, reachOfImport(id), fedThrough);
  }
  staging.db
    .prepare(
      `create temp table after_reach as
       select t.id, k.data_through as before,
         nullif(max(coalesce(s.data_through, t.imported, iif(@over_demo, null, k.data_through), -1), coalesce(t.fed, -1)), -1) as after
       from known_reach t
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

const ACCOUNTS = "users";
const SENDERS = "senders";

/** `--allow-removal` takes these names. */
export const REMOVABLE_TABLES: readonly string[] = [
  ...REMOVABLE_CENSUS_TABLES,
  ACCOUNTS,
  SENDERS,
];

function countsOf(plan: AccountPlan | SenderPlan): TableChanges {
  return {
    added: plan.added.length,
    changed: plan.changed.length,
    unchanged: plan.unchanged,
    removed: plan.removed.length,
  };
}

/** The demo's rows are gone, so all rows are new. */
function asNew({ added, changed, unchanged }: TableChanges): TableChanges {
  const all = added + changed + unchanged;
  return { added: all, changed: 0, unchanged: 0, removed: 0 };
}

export async function planCensus(
  census: CensusToCheck,
  { accounts: rows, users, senders: senderRows, exists }: CheckedCensus,
  {
    allowRemoval,
    dataThrough,
    clocks,
  }: {
    allowRemoval: ReadonlySet<string>;
    dataThrough: EpochDay | null;
    clocks: FacilityClocks;
  },
  warnings: ProblemLog,
) {
  const { store, staging, folder, replace, overDemo, progress } = census;
  const forgotten = overDemo
    ? 0
    : leaveOutForgotten(staging, await forgottenIds(store.db));
  const freshStart = replace || overDemo;
  const changes = planChanges(staging, census.tables, freshStart);
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
  const isComplete =
    folder.files.has("stays.csv") && folder.files.has("transfers.csv");
  const reachOfImport: ReachOfImport = (facilityId) => {
    const today = clocks.todayAt(facilityId);
    if (dataThrough !== null) return Math.min(dataThrough, today);
    return isComplete ? today : null;
  };
  const reach = reachOfImport(null);
  const fed = await feedReach(store.db, clocks.now);
  const reachMoves = planReach(staging, reachOfImport, fed, overDemo);
  checkPlausible(staging, clocks.todayAt(null), warnings);
  const counts = new Map<string, TableChanges>([
    ...changes,
    [ACCOUNTS, countsOf(accounts)],
    [SENDERS, countsOf(senders)],
  ]);
  const tables = [...counts].map(([name, count]) => ({
    name,
    ...(overDemo ? asNew(count) : count),
  }));
  const storedRows = new Map<string, number>([
    [ACCOUNTS, users.length],
    [SENDERS, knownSenders.length],
  ]);
  const removals = REMOVABLE_TABLES.map((name) => ({
    name,
    removed: counts.get(name)?.removed ?? 0,
    stored:
      storedRows.get(name) ??
      staging.count(`select count(*) from known_${name}`),
  }));
  return {
    changes,
    tables,
    accounts,
    senders,
    reachMoves,
    /** Null if the import names no data cut-off. */
    dataThrough: reach === null ? null : isoDayOf(reach),
    removals: overDemo ? [] : refusedRemovals(removals, allowRemoval),
    goneAlready: countGoneAlready(staging, census.tables),
    forgotten,
    strandedUsernames: strandedAmong(accounts, exists),
    hasChanges:
      overDemo ||
      reachMoves.length > 0 ||
      tables.some(
        ({ added, changed, removed }) => added + changed + removed > 0,
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
