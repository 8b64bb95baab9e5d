import { epochDayOf, newYorkDay } from "~/domain/calendar";
import {
  refusedRemovals,
  type TableRemoval,
} from "~/domain/imports/removal-limit";
import { parseLevelIds } from "~/domain/users/level-ids";
import { demoAccountsAmong } from "~server/demo/remove-demo";
import { ensureDataDir } from "~server/secrets";
import type { Store } from "~server/store/open-store";
import { findCensusFiles } from "./census-folder";
import { censusTables, type CensusTableName } from "./census-tables";
import { checkDeletions } from "./check-deletions";
import { checkStaged } from "./check-staged";
import { countGoneAlready, DELETIONS_FILE, markRemoved } from "./deletions";
import { copyKnownRows } from "./known-rows";
import {
  changesAccounts,
  planAccounts,
  storedUsers,
  type AccountPlan,
} from "./plan-accounts";
import { planChanges } from "./plan-changes";
import { removalsOf } from "./removals";
import { importedTables, type ImportedTable } from "./imported-tables";
import { mergePatients } from "./patient-merges";
import { ProblemLog } from "./problem-log";
import type { Progress } from "~server/command-line/progress";
import { ACCOUNTS_FILE, checkAccounts, placesOf } from "./read-accounts";
import { watchRoom } from "./room-for-import";
import { hasId, stageFiles } from "./stage-census";
import { Staging } from "./staging";
import { storeCensus } from "./store-census";

export interface ImportOptions {
  store: Store;
  folder: string;
  /** Where the census is put together, and whose disk has to have room; made where it is missing. */
  dataDir: string;
  /** Whatever the folder does not hold goes away. */
  replace: boolean;
  /** Does everything but store it. */
  dryRun?: boolean;
  /** Refuses what is well formed but improbable. */
  strict?: boolean;
  /** Tables of which more than the limit may go (R300). */
  allowRemoval?: ReadonlySet<string>;
  now: Date;
  progress: Progress;
}

interface ImportFacts {
  /** Files in the folder that are no census files. */
  unknownFiles: string[];
  isDryRun: boolean;
  problems: ProblemLog;
}

/** Refused: something is wrong, nothing was stored. Unchanged: all of it was there already. */
export type ImportResult =
  | (ImportFacts & {
      outcome: "refused";
      /** What it does to each table; none where the files are wrong. */
      tables: ImportedTable[];
      /** The removals that it is refused for. */
      removals: TableRemoval[];
    })
  | (ImportFacts & {
      outcome: "stored" | "unchanged";
      tables: ImportedTable[];
      accounts: AccountPlan;
      /** Rows and merges to take back that are not stored. */
      goneAlready: number;
      overDemo: boolean;
      /** Usernames of remaining accounts whose places are gone. */
      strandedUsernames: string[];
    });

type IdCheck = (name: CensusTableName, id: number) => boolean | null;

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

/**
 * Imports a census folder, all or nothing (R228). Files are read, checked and compared in a
 * database of their own; the real one is locked only while the differences are stored. A dry run stores them too, and
 * takes them back before anybody sees them: its report is that of the import itself. Throws a FolderError for a
 * folder without census files, an ImportConflict when somebody else changed the data meanwhile.
 */
export async function importCensus(
  options: ImportOptions,
): Promise<ImportResult> {
  const { store, replace, now, dryRun = false, dataDir } = options;
  const today = epochDayOf(newYorkDay(now));
  const tables = censusTables(today, now);
  const names = [
    ...tables.map(({ file }) => file),
    DELETIONS_FILE,
    ACCOUNTS_FILE,
  ];
  const folder = findCensusFiles(options.folder, names);
  ensureDataDir(dataDir);
  const progress = watchRoom(options.progress, dataDir, folder.totalBytes);
  const state = await store.db
    .selectFrom("data_state")
    .selectAll()
    .executeTakeFirstOrThrow();
  const overDemo = state.origin === "demo";
  const freshStart = replace || overDemo;
  const problems = new ProblemLog(names);
  const facts = {
    unknownFiles: folder.unknown,
    isDryRun: dryRun,
    problems,
  };
  const staging = new Staging(tables, dataDir);
  try {
    const census = await stageFiles(
      staging,
      tables,
      folder,
      problems,
      progress,
    );

    progress.step("Checking");
    for (const table of tables) {
      await copyKnownRows(store.db, staging, table);
      staging.index(table, "known");
    }
    markRemoved(staging, tables, freshStart);
    mergePatients(staging, tables, problems);
    checkStaged(
      staging,
      tables,
      { freshStart, unread: census.unread },
      problems,
    );
    const users = await storedUsers(store.db);
    const demo = new Set(overDemo ? demoAccountsAmong(users) : []);
    const stays = new Set(
      users.filter((user) => !demo.has(user)).map((user) => user.username_key),
    );
    const exists: IdCheck = (name, id) =>
      census.unread.has(name) ? null : hasId(staging, tables, name, id);
    checkAccounts(
      census.accounts ?? [],
      { exists, isStored: (key) => stays.has(key) },
      problems,
    );
    const named = new Set(census.accounts?.map(({ key }) => key));
    const keptUsers = users.filter(
      (user) =>
        !demo.has(user) &&
        !named.has(user.username_key) &&
        !(replace && census.accounts),
    );
    await checkDeletions(
      { db: store.db, staging, tables, keptUsers },
      problems,
    );
    if (problems.count > 0) {
      return { ...facts, outcome: "refused", tables: [], removals: [] };
    }

    const changes = planChanges(staging, tables, { replace, freshStart });
    if (census.accounts) {
      progress.step("Checking passwords");
    }
    const accounts = await planAccounts(
      census.accounts,
      users,
      { overDemo, replace, now },
      (done, total) => progress.at(done, total),
    );
    const imported = importedTables(changes, accounts, overDemo);
    const removals = overDemo
      ? []
      : refusedRemovals(
          removalsOf(staging, changes, { plan: accounts, stored: users }),
          options.allowRemoval ?? new Set(),
        );
    if (removals.length > 0) {
      return { ...facts, outcome: "refused", tables: imported, removals };
    }
    const result = {
      ...facts,
      tables: imported,
      accounts,
      goneAlready: countGoneAlready(staging, tables),
      overDemo,
      strandedUsernames: strandedAmong(accounts, exists),
    };
    const hasChanges = [...changes.values()].some(
      ({ added, changed, removed }) => added + changed + removed > 0,
    );
    if (!hasChanges && !changesAccounts(accounts) && !overDemo) {
      return { ...result, outcome: "unchanged" };
    }
    await storeCensus({
      store,
      staging,
      tables,
      changes,
      accounts,
      freshStart,
      overDemo,
      version: state.version,
      dryRun,
      now,
      today,
      progress,
    });
    return { ...result, outcome: "stored" };
  } finally {
    progress.end();
    staging.close();
  }
}
