import path from "node:path";
import type { Kysely } from "kysely";
import { epochDayOf, newYorkDay, type IsoDay } from "~/domain/calendar";
import { removalFindings, type TableRemoval } from "./limits";
import { logBytes } from "~/runtime/database/log-size.server";
import { CACHE_BYTES } from "~/runtime/database/sqlite-handle.server";
import { freeBytes, SPARE_BYTES } from "~/runtime/disk-space.server";
import { CommandError } from "~server/command-line/command-error";
import type { Progress } from "~server/command-line/progress";
import { ensureFigures } from "~server/measures/rebuild";
import { ensureDataDir } from "~/runtime/session-secret.server";
import { type Store, DATABASE_FILE } from "~server/store/open-store";
import type { Schema } from "~server/store/schema";
import { findCensusFiles } from "./census-folder";
import { censusTables, CENSUS_TABLES } from "./census-tables";
import { checkCensus } from "./check-census";
import { FacilityClocks, readClocks } from "~server/store/facility-clocks";
import { DELETIONS_FILE } from "./deletions";
import {
  applyWaiting,
  isByDifference,
  storeAtOnce,
  type CensusToStore,
} from "./store-census";
import { keptTransaction } from "./kept-transaction";
import { storeSenders, SENDERS_FILE } from "./import-senders";
import { paceOf, type Pace } from "./parts";
import { planCensus, type CensusPlan } from "./plan-census";
import { ProblemLog } from "./problem-log";
import { ACCOUNTS_FILE } from "./read-accounts";
import { Staging } from "./staging";
import { storeInParts } from "./store-in-parts";
import {
  wholeFinding,
  type FindingGroup,
  type Findings,
  type ImportedTable,
} from "./import-report";
import type { ImportRecorder, ImportTask } from "./reported-import";

export interface ImportOptions {
  store: Store;
  folder: string;
  /** Holds the staging database; created if missing. */
  dataDir: string;
  replace: boolean;
  dryRun?: boolean;
  strict?: boolean;
  allowRemoval?: ReadonlySet<string>;
  /** The data are complete through this day, not after today (R249). */
  dataThrough?: IsoDay | null;
  now: Date;
  progress: Progress;
  record?: ImportRecorder;
  pace?: Pace;
}

interface ImportFacts {
  unknownFiles: string[];
  isDryRun: boolean;
  problems: ProblemLog;
  warnings: ProblemLog;
  tables: ImportedTable[];
}

export type ImportResult =
  | (ImportFacts & {
      outcome: "refused";
      because: "problems" | "removals" | "warnings";
      removals: TableRemoval[];
    })
  | (ImportFacts &
      CensusPlan & { outcome: "stored" | "unchanged"; overDemo: boolean });

type RefusedImport = Extract<ImportResult, { outcome: "refused" }>;

const MEGABYTE = 1 << 20;
/** Rows of files and stored rows are staged side by side. */
const STAGED_PER_FILE_BYTE = 2;
/** A transaction writes its memory to the log, then to the file. */
const UNWRITTEN_BYTES = 2 * CACHE_BYTES;

function inMegabytes(bytes: number): string {
  return `${Math.ceil(bytes / MEGABYTE)} MB`;
}

function requireFree(dataDir: string, growth: number): void {
  const needed = growth + UNWRITTEN_BYTES + SPARE_BYTES;
  const free = freeBytes(dataDir);
  if (free >= needed) return;
  throw new CommandError(
    `The disk with the data has ${inMegabytes(free)} free. The import needs ${inMegabytes(needed)}.`,
  );
}

/**
 * Refuses an import if the disk of `DATA_DIR` has too little room, and stops it when room runs out (R254). The file may
 * still grow by the size of SQLite's log.
 */
function watchRoom(
  progress: Progress,
  dataDir: string,
  bytes: number,
): Progress {
  requireFree(dataDir, bytes * STAGED_PER_FILE_BYTE);
  const file = path.join(dataDir, DATABASE_FILE);
  const check = () => requireFree(dataDir, logBytes(file));
  return {
    step(title) {
      check();
      progress.step(title);
    },
    at(done, total) {
      check();
      progress.at(done, total);
    },
    end: () => progress.end(),
  };
}

const CENSUS_FILES: readonly string[] = [
  ...CENSUS_TABLES.map((table) => `${table}.csv`),
  DELETIONS_FILE,
  ACCOUNTS_FILE,
  SENDERS_FILE,
];

/**
 * Imports a census folder (R228): stages and compares it, then stores the differences in parts. One transaction stores
 * all if much is recounted or a dry run takes it back. Throws a FileError for a folder without census files, an
 * ImportConflict if the data change or another import runs, and an ImportInterrupted if a part is stored.
 */
export async function importCensus(
  options: ImportOptions,
): Promise<ImportResult> {
  const { store, replace, now, dataDir, allowRemoval, record } = options;
  const today = epochDayOf(newYorkDay(now));
  const folder = findCensusFiles(options.folder, CENSUS_FILES);
  ensureDataDir(dataDir);
  await record?.refuseBeside(store.db);
  const progress = watchRoom(options.progress, dataDir, folder.totalBytes);
  await ensureFigures(store.db);
  const before = await store.db
    .selectFrom("data_state")
    .selectAll()
    .executeTakeFirstOrThrow();
  // Senders alone work with the demo organisation.
  const isOfSenders =
    !replace && [...folder.files.keys()].every((name) => name === SENDERS_FILE);
  const overDemo = before.origin === "demo" && !isOfSenders;
  const clocks =
    replace || overDemo
      ? new FacilityClocks(now)
      : await readClocks(store.db, now);
  const tables = censusTables(clocks);
  const problems = new ProblemLog(CENSUS_FILES);
  const warnings = new ProblemLog(CENSUS_FILES);
  const facts = {
    unknownFiles: folder.unknown,
    isDryRun: options.dryRun ?? false,
    problems,
    warnings,
  };
  const refusal = (
    because: RefusedImport["because"],
    tables: ImportedTable[],
    removals: TableRemoval[] = [],
  ): RefusedImport => ({
    ...facts,
    outcome: "refused",
    because,
    tables,
    removals,
  });
  const staging = new Staging(tables, dataDir);
  const census = {
    store,
    staging,
    tables,
    folder,
    replace,
    overDemo,
    isOfSenders,
    progress,
  };
  try {
    const checked = await checkCensus(census, problems);
    if (problems.count > 0) return refusal("problems", []);
    const dataThrough = options.dataThrough
      ? epochDayOf(options.dataThrough)
      : null;
    const plan = await planCensus(
      census,
      checked,
      { allowRemoval: allowRemoval ?? new Set(), dataThrough, clocks },
      warnings,
    );
    if (plan.removals.length > 0) {
      return refusal("removals", plan.tables, plan.removals);
    }
    const isRefused = () => options.strict === true && warnings.count > 0;
    // After an interruption the end may be missing, though all rows are stored.
    const hasChanges =
      plan.hasChanges || (await record?.isLastUnfinished(store.db)) === true;
    const result = { ...facts, ...plan, overDemo };
    if (hasChanges) {
      const freshStart = replace || overDemo;
      await storePlanned(
        { ...plan, ...census, freshStart, before, warnings, now, today },
        options,
        { ...result, outcome: "stored" },
        isRefused,
      );
      if (!options.dryRun && !isRefused()) await applyWaiting(store.db, now);
    }
    return isRefused()
      ? refusal("warnings", plan.tables)
      : { ...result, outcome: hasChanges ? "stored" : "unchanged" };
  } finally {
    progress.end();
    staging.close();
  }
}

async function storePlanned(
  census: CensusToStore,
  options: ImportOptions,
  result: ImportResult,
  isRefused: () => boolean,
): Promise<void> {
  const { record } = options;
  const isDryRun = options.dryRun === true;
  const keep = async (db: Kysely<Schema>) => {
    await record?.takeTurn(db);
    if (isDryRun || isRefused()) return false;
    await record?.end(db, null, findingsOf(result));
    return true;
  };
  if (census.isOfSenders && census.reachMoves.length === 0) {
    const store = (db: Kysely<Schema>) => storeSenders(db, census);
    await keptTransaction(census.store, store, keep);
    return;
  }
  const isForGood = !isDryRun && options.strict !== true;
  if (isForGood && (await isByDifference(census))) {
    const pace = options.pace ?? paceOf(census.store.dialect);
    return storeInParts(census, record, () => findingsOf(result), pace);
  }
  await storeAtOnce(census, keep);
}

function refusalsOf(result: RefusedImport): FindingGroup[] {
  switch (result.because) {
    case "problems":
      return result.problems.groups();
    case "removals":
      return removalFindings(result.removals);
    case "warnings":
      return [wholeFinding("there are warnings, and --strict was given")];
  }
}

function findingsOf(result: ImportResult): Findings {
  return {
    outcome: result.outcome,
    dataThrough: result.outcome === "refused" ? null : result.dataThrough,
    tables: result.tables,
    problems: result.outcome === "refused" ? refusalsOf(result) : [],
    warnings: result.warnings.groups(),
  };
}

export function censusTask(
  options: Omit<ImportOptions, "record">,
): ImportTask<ImportResult> {
  return {
    kind: "census",
    store: options.store,
    files: CENSUS_FILES.map((name) => path.join(options.folder, name)),
    isReplacement: options.replace,
    isDryRun: options.dryRun ?? false,
    run: (record) => importCensus({ ...options, record }),
    findingsOf,
  };
}
