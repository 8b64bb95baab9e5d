import { hostname, userInfo } from "node:os";
import type { Kysely } from "kysely";
import { CommandError } from "~server/command-line/command-error";
import { knownTroubleOf } from "~server/command-line/known-trouble";
import type { Store } from "~server/store/open-store";
import type { Schema } from "~server/store/schema";
import { EXIT_STATUS, exitStatusOf } from "./exit-status";
import { factsOfFiles } from "./file-facts";
import type { ImportReport } from "./import-report";
import { recordImport } from "./record-import";

/** What came of an import. */
export type Findings = Pick<
  ImportReport,
  "outcome" | "dataThrough" | "tables" | "problems" | "warnings"
>;

/** Keeps what came of an import with the data, in the transaction that stores them. */
export type KeepFindings = (
  db: Kysely<Schema>,
  findings: Findings,
) => Promise<void>;

export interface ImportTask<Result> {
  kind: ImportReport["kind"];
  store: Store;
  /** The files that it reads. */
  files: readonly string[];
  isReplacement: boolean;
  isDryRun: boolean;
  clock?: () => Date;
  /** Imports. It calls `keep` last in the transaction that stores the data, unless it takes them back. */
  run(keep: KeepFindings): Promise<Result>;
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

/**
 * Imports, and makes the report of it, whatever comes of it. The report is kept in the database (R264): with the data that
 * it stores, or else by itself; that of a dry run is not. An error of the import is given, not thrown.
 */
export async function reportedImport<Result>(
  task: ImportTask<Result>,
): Promise<ReportedImport<Result>> {
  const { kind, store, isReplacement, isDryRun } = task;
  const clock = task.clock ?? (() => new Date());
  const startedAt = clock().toISOString();
  const files = await factsOfFiles(task.files);
  const reportOf = (findings: Findings): ImportReport => ({
    kind,
    startedAt,
    endedAt: clock().toISOString(),
    startedBy: startedBy(),
    isReplacement,
    isDryRun,
    files,
    ...findings,
  });
  let kept: ImportReport | null = null;
  try {
    const result = await task.run(async (db, findings) => {
      const report = reportOf(findings);
      await recordImport(db, report);
      kept = report;
    });
    const report = kept ?? reportOf(task.findingsOf(result));
    if (!kept && !isDryRun) await recordImport(store.db, report);
    return { report, result, error: null };
  } catch (thrown) {
    const error = thrown instanceof Error ? thrown : new Error(String(thrown));
    const report = reportOf(findingsOfError(error));
    // A database that has just failed may fail again; the error that is told is the first one.
    if (!isDryRun) await recordImport(store.db, report).catch(() => undefined);
    return { report, result: null, error };
  }
}
