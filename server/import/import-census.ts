import type { Kysely } from "kysely";
import { epochDayOf, newYorkDay, type IsoDay } from "~/domain/calendar";
import type { TableRemoval } from "~/domain/imports/removal-limit";
import type { Progress } from "~server/command-line/progress";
import { ensureDataDir } from "~server/secrets";
import { ensureFigures } from "~server/measures/ensure-figures";
import type { Store } from "~server/store/open-store";
import type { Schema } from "~server/store/schema";
import { CENSUS_FILES } from "./census-file-names";
import { findCensusFiles } from "./census-folder";
import { censusTables } from "./census-tables";
import { checkCensus } from "./check-census";
import type { ImportedTable } from "./imported-tables";
import { planCensus, type CensusPlan } from "./plan-census";
import { ProblemLog } from "./problem-log";
import { watchRoom } from "./room-for-import";
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
  | (ImportFacts &
      Pick<
        CensusPlan,
        "accounts" | "goneAlready" | "dataThrough" | "strandedUsernames"
      > & { outcome: "stored" | "unchanged"; overDemo: boolean });

/**
 * Imports a census folder, all or nothing (R228). Files are read, checked and compared in a
 * database of their own; the real one is locked only while the differences are stored. A dry run stores them too, and
 * takes them back before anybody sees them: its report is that of the import itself. Throws a FolderError for a
 * folder without census files, an ImportConflict when somebody else changed the data meanwhile.
 */
export async function importCensus(
  options: ImportOptions,
): Promise<ImportResult> {
  const { store, replace, now, dataDir, allowRemoval } = options;
  const today = epochDayOf(newYorkDay(now));
  const tables = censusTables(today, now);
  const folder = findCensusFiles(options.folder, CENSUS_FILES);
  ensureDataDir(dataDir);
  const progress = watchRoom(options.progress, dataDir, folder.totalBytes);
  // A change is added to figures that are there.
  await ensureFigures(store.db);
  const before = await store.db
    .selectFrom("data_state")
    .selectAll()
    .executeTakeFirstOrThrow();
  const overDemo = before.origin === "demo";
  const problems = new ProblemLog(CENSUS_FILES);
  const warnings = new ProblemLog(CENSUS_FILES);
  const facts = {
    unknownFiles: folder.unknown,
    isDryRun: options.dryRun ?? false,
    problems,
    warnings,
  };
  const staging = new Staging(tables, dataDir);
  const census = {
    store,
    staging,
    tables,
    folder,
    replace,
    overDemo,
    progress,
  };
  try {
    const checked = await checkCensus(census, problems);
    if (problems.count > 0) {
      const nothing = { tables: [], removals: [] };
      return { ...facts, ...nothing, outcome: "refused", because: "problems" };
    }
    const plan = await planCensus(
      census,
      checked,
      {
        allowRemoval: allowRemoval ?? new Set(),
        dataThrough: options.dataThrough
          ? epochDayOf(options.dataThrough)
          : null,
        now,
        today,
      },
      warnings,
    );
    const { tables: imported, accounts, goneAlready, removals } = plan;
    const { dataThrough, strandedUsernames } = plan;
    const told = { ...facts, tables: imported };
    const refused = { ...told, outcome: "refused" as const };
    const result = {
      ...told,
      accounts,
      goneAlready,
      overDemo,
      dataThrough,
      strandedUsernames,
    };
    if (removals.length > 0) {
      return { ...refused, because: "removals", removals };
    }
    const isRefused = () => options.strict === true && warnings.count > 0;
    if (plan.hasChanges) {
      await storeCensus({
        ...plan,
        ...census,
        freshStart: replace || overDemo,
        before,
        warnings,
        keep: async (db) => {
          if (facts.isDryRun || isRefused()) return false;
          await options.beforeCommit?.(db, { ...result, outcome: "stored" });
          return true;
        },
        now,
        today,
      });
    }
    if (isRefused()) return { ...refused, because: "warnings", removals: [] };
    return { ...result, outcome: plan.hasChanges ? "stored" : "unchanged" };
  } finally {
    progress.end();
    staging.close();
  }
}
