import { hostname, userInfo } from "node:os";
import { CommandError } from "~server/command-line/command-error";
import { knownTroubleOf } from "~server/command-line/known-trouble";
import type { Store } from "~server/store/open-store";
import { EXIT_STATUS, exitStatusOf } from "./exit-status";
import { factsOfFiles } from "./file-facts";
import { ImportInterrupted } from "./import-interrupted";
import type { ImportRecorder } from "./import-recorder";
import type { ImportReport } from "./import-report";
import { recordImport } from "./record-import";
import {
  beginImport,
  isLastUnfinished,
  refuseBesideImport,
  renewImport,
  takeTurn,
} from "./unfinished-import";

/** What came of an import. */
export type Findings = Pick<
  ImportReport,
  "outcome" | "dataThrough" | "tables" | "problems" | "warnings"
>;

export interface ImportTask<Result> {
  kind: ImportReport["kind"];
  store: Store;
  /** The files that it reads. */
  files: readonly string[];
  isReplacement: boolean;
  isDryRun: boolean;
  clock?: () => Date;
  /** Imports, and tells of itself in the transactions that store the data, unless it takes them back. */
  run(record: ImportRecorder<Findings>): Promise<Result>;
  findingsOf(result: Result): Findings;
}

/** A report, with what the import gave or threw. */
export type ReportedImport<Result> =
  | { report: ImportReport; result: Result; error: null }
  | { report: ImportReport; result: null; error: Error };

/** Account and machine on which this process runs. */
function startedBy(): string {
  try {
    return `${userInfo().username}@${hostname()}`;
  } catch {
    // An account that the machine has no name for, in a container say.
    return `${process.getuid?.() ?? "?"}@${hostname()}`;
  }
}

/** What the report of an import says that an error ended. An error that nobody expected may quote the data. */
function findingsOfError(error: Error): Findings {
  const outcome =
    exitStatusOf(error) === EXIT_STATUS.problems ? "refused" : "failed";
  const message =
    error instanceof CommandError
      ? error.message
      : (knownTroubleOf(error) ??
        "an error that nobody expected; the command wrote it out");
  const problem = { file: "", column: "file", message, count: 1, lines: [] };
  return {
    outcome,
    dataThrough: null,
    tables: [],
    problems: [problem],
    warnings: [],
  };
}

/** What the report says of one that ended with a part of its data stored; it was begun with what it was to do. */
function findingsOfInterrupted(begun: Findings, because: Error): Findings {
  const { problems } = findingsOfError(because);
  return { ...begun, outcome: "interrupted", problems };
}

/**
 * Imports, and makes the report of it, whatever comes of it. The report is kept in the database (R264): with the data that
 * it stores, or else by itself; that of a dry run is not. An error of the import is given, not thrown.
 */
export async function reportedImport<Result>(
  task: ImportTask<Result>,
): Promise<ReportedImport<Result>> {
  const { store, isDryRun } = task;
  const clock = task.clock ?? (() => new Date());
  const reportOf = await reporter(task, clock);
  let begun: Findings | null = null;
  let kept: ImportReport | null = null;
  const record: ImportRecorder<Findings> = {
    refuseBeside: (db) => refuseBesideImport(db, clock()),
    takeTurn: (db) => takeTurn(db, clock()),
    isLastUnfinished,
    begin(db, findings) {
      begun = findings;
      return beginImport(db, reportOf(findings));
    },
    renew: (db, importId) => renewImport(db, importId, clock()),
    async end(db, importId, findings) {
      const report = reportOf(findings);
      await recordImport(db, report, importId);
      kept = report;
    },
  };
  try {
    const result = await task.run(record);
    const report = kept ?? reportOf(task.findingsOf(result));
    if (!kept && !isDryRun) await recordImport(store.db, report);
    return { report, result, error: null };
  } catch (thrown) {
    const caught = thrown instanceof Error ? thrown : new Error(String(thrown));
    const [error, importId, findings] =
      caught instanceof ImportInterrupted && begun
        ? [
            caught.because,
            caught.importId,
            findingsOfInterrupted(begun, caught.because),
          ]
        : [caught, null, findingsOfError(caught)];
    const report = reportOf(findings);
    // A database that has just failed may fail again; the error that is told is the first one.
    if (!isDryRun) {
      await recordImport(store.db, report, importId).catch(() => undefined);
    }
    return { report, result: null, error };
  }
}

/** Makes the report of an import from what came of it. */
async function reporter<Result>(
  { kind, isReplacement, isDryRun, files: paths }: ImportTask<Result>,
  clock: () => Date,
): Promise<(findings: Findings) => ImportReport> {
  const startedAt = clock().toISOString();
  const files = await factsOfFiles(paths);
  return (findings) => ({
    kind,
    startedAt,
    endedAt: clock().toISOString(),
    startedBy: startedBy(),
    isReplacement,
    isDryRun,
    files,
    ...findings,
  });
}
