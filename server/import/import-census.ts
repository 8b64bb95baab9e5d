import type { Kysely } from "kysely";
import {
  epochDayOf,
  isoDayOf,
  newYorkDay,
  type IsoDay,
} from "~/domain/calendar";
import {
  refusedRemovals,
  type TableRemoval,
} from "~/domain/imports/removal-limit";
import { parseLevelIds } from "~/domain/users/level-ids";
import { demoAccountsAmong } from "~server/demo/remove-demo";
import { ensureDataDir } from "~server/secrets";
import type { Store } from "~server/store/open-store";
import type { Schema } from "~server/store/schema";
import { CENSUS_FILES } from "./census-file-names";
import { findCensusFiles } from "./census-folder";
import { censusTables, type CensusTableName } from "./census-tables";
import { checkPlausible } from "./check-plausible";
import { checkDeletions } from "./check-deletions";
import { checkStaged } from "./check-staged";
import { countGoneAlready, markRemoved } from "./deletions";
import { copyKnownRows } from "./known-rows";
import {
  changesAccounts,
  planAccounts,
  storedUsers,
  type AccountPlan,
} from "./plan-accounts";
import { planChanges } from "./plan-changes";
import { planReach, reachOfImport } from "./plan-reach";
import { removalsOf } from "./removals";
import { importedTables, type ImportedTable } from "./imported-tables";
import { mergePatients } from "./patient-merges";
import { ProblemLog } from "./problem-log";
import type { Progress } from "~server/command-line/progress";
import { checkAccounts, placesOf } from "./read-accounts";
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
  /** Refuses what is well formed and hardly possible. */
  strict?: boolean;
  /** Tables of which more than the limit may go (R233). */
  allowRemoval?: ReadonlySet<string>;
  /** The day through which the data of all facilities are complete, not after today; without it see R249. */
  dataThrough?: IsoDay | null;
  now: Date;
  progress: Progress;
  /** Called last in the transaction that stores the data, with what the import will give. */
  beforeCommit?: (db: Kysely<Schema>, result: ImportResult) => Promise<void>;
}

interface ImportFacts {
  /** Files in the folder that are no census files. */
  unknownFiles: string[];
  isDryRun: boolean;
  problems: ProblemLog;
  /** What is well formed and hardly possible. */
  warnings: ProblemLog;
  /** What it does to each table; none where the files are wrong. */
  tables: ImportedTable[];
}

/** Refused: something is wrong, nothing was stored. Unchanged: all of it was there already. */
export type ImportResult =
  | (ImportFacts & {
      outcome: "refused";
      because: "problems" | "removals" | "warnings";
      /** The removals that it is refused for. */
      removals: TableRemoval[];
    })
  | (ImportFacts & {
      outcome: "stored" | "unchanged";
      accounts: AccountPlan;
      /** Rows and merges to take back that are not stored. */
      goneAlready: number;
      overDemo: boolean;
      /** The day that the import says the data reach; null where it says nothing of it. */
      dataThrough: IsoDay | null;
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
  const { store, replace, now, dataDir } = options;
  const today = epochDayOf(newYorkDay(now));
  const tables = censusTables(today, now);
  const folder = findCensusFiles(options.folder, CENSUS_FILES);
  ensureDataDir(dataDir);
  const progress = watchRoom(options.progress, dataDir, folder.totalBytes);
  const state = await store.db
    .selectFrom("data_state")
    .selectAll()
    .executeTakeFirstOrThrow();
  const overDemo = state.origin === "demo";
  const freshStart = replace || overDemo;
  const problems = new ProblemLog(CENSUS_FILES);
  const warnings = new ProblemLog(CENSUS_FILES);
  const facts = {
    unknownFiles: folder.unknown,
    isDryRun: options.dryRun ?? false,
    problems,
    warnings,
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
      const nothing = { tables: [], removals: [] };
      return { ...facts, ...nothing, outcome: "refused", because: "problems" };
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
    const reach = reachOfImport({
      given: options.dataThrough ? epochDayOf(options.dataThrough) : null,
      isComplete:
        folder.files.has("stays.csv") && folder.files.has("transfers.csv"),
      today,
    });
    const reachMoves = planReach(staging, reach, overDemo);
    checkPlausible(staging, today, warnings);
    const planned = {
      ...facts,
      tables: importedTables(changes, accounts, overDemo),
    };
    const refused = { ...planned, outcome: "refused" as const, removals: [] };
    const removals = overDemo
      ? []
      : refusedRemovals(
          removalsOf(staging, changes, { plan: accounts, stored: users }),
          options.allowRemoval ?? new Set(),
        );
    if (removals.length > 0) {
      return { ...refused, because: "removals", removals };
    }
    const result = {
      ...planned,
      dataThrough: reach === null ? null : isoDayOf(reach),
      accounts,
      goneAlready: countGoneAlready(staging, tables),
      overDemo,
      strandedUsernames: strandedAmong(accounts, exists),
    };
    const hasChanges =
      reachMoves.length > 0 ||
      [...changes.values()].some(
        ({ added, changed, removed }) => added + changed + removed > 0,
      );
    const isRefused = () => options.strict === true && warnings.count > 0;
    if (!hasChanges && !changesAccounts(accounts) && !overDemo) {
      return isRefused()
        ? { ...refused, because: "warnings" }
        : { ...result, outcome: "unchanged" };
    }
    await storeCensus({
      store,
      staging,
      tables,
      changes,
      accounts,
      freshStart,
      reachMoves,
      overDemo,
      before: state,
      warnings,
      keep: async (db) => {
        if (options.dryRun || isRefused()) return false;
        await options.beforeCommit?.(db, { ...result, outcome: "stored" });
        return true;
      },
      now,
      today,
      progress,
    });
    return isRefused()
      ? { ...refused, because: "warnings" }
      : { ...result, outcome: "stored" };
  } finally {
    progress.end();
    staging.close();
  }
}
