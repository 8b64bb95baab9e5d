import { createHash } from "node:crypto";
import { createReadStream, statSync } from "node:fs";
import { hostname, userInfo } from "node:os";
import path from "node:path";
import type { Kysely } from "kysely";
import { insertAuditEvents } from "~server/audit/audit-events";
import { CommandError } from "~server/command-line/command-error";
import { knownTroubleOf } from "~server/command-line/known-trouble";
import type { Store } from "~server/store/open-store";
import type { Schema } from "~server/store/schema";
import { EXIT_STATUS, exitStatusOf } from "./exit-status";
import {
  type Findings,
  type ImportRecorder,
  ImportConflict,
  ImportInterrupted,
} from "./import-recorder";
import type { ImportReport, FindingGroup } from "./import-report";

export interface ImportTask<Result> {
  kind: ImportReport["kind"];
  store: Store;
  files: readonly string[];
  isReplacement: boolean;
  isDryRun: boolean;
  clock?: () => Date;
  /** Imports, and tells of itself in the transactions that store the data, unless it takes them back. */
  run(record: ImportRecorder): Promise<Result>;
  findingsOf(result: Result): Findings;
}

export type ReportedImport<Result> =
  | { report: ImportReport; result: Result; error: null }
  | { report: ImportReport; result: null; error: Error };

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

/** Each part of an import is a sign of life. One that has given none for so long is taken for dead. */
const SILENT_MS = 120_000;

const AT_WORK =
  "Another import is storing its data. Nothing of this one was stored. Please start it again when the other one has ended. One that was killed is in the way for two minutes.";
const TAKEN_OVER =
  "Another import began, because this one gave no sign of life for two minutes.";

/**
 * Keeps the report of an import, and tells the audit trail of it. In the transaction that stores the data the record stands
 * or falls with them. A dry run leaves no record: it is not to be called for one.
 *
 * @param unfinishedId of the row that is there while the import stores part after part. Where another import has ended it,
 * throws an ImportConflict
 */
export async function recordImport(
  db: Kysely<Schema>,
  report: ImportReport,
  unfinishedId: number | null = null,
): Promise<void> {
  const { endedAt, outcome } = report;
  const id = await keepReport(db, report, unfinishedId);
  await insertAuditEvents(db, [
    {
      action: "import_data",
      at: new Date(endedAt),
      user: null,
      address: null,
      requestId: null,
      details: {
        kind: report.kind,
        import_id: id,
        outcome,
        ...changesOf(report),
        problems: found(report.problems),
        warnings: found(report.warnings),
        started_by: report.startedBy,
      },
    },
  ]);
}

async function keepReport(
  db: Kysely<Schema>,
  report: ImportReport,
  unfinishedId: number | null,
): Promise<number> {
  const row = {
    started_at: report.startedAt,
    ended_at: report.endedAt,
    outcome: report.outcome,
    report: JSON.stringify(report),
  };
  if (unfinishedId === null) {
    const { id } = await db
      .insertInto("imports")
      .values(row)
      .returning("id")
      .executeTakeFirstOrThrow();
    return id;
  }
  const { numUpdatedRows } = await db
    .updateTable("imports")
    .set(row)
    .where("id", "=", unfinishedId)
    .where("outcome", "=", "unfinished")
    .executeTakeFirst();
  if (numUpdatedRows !== 1n) throw new ImportConflict();
  return unfinishedId;
}

/** What was stored: of a refused or failed import the report tells only what it would have done. */
function changesOf({ tables, outcome }: ImportReport) {
  const stored = outcome === "stored" ? tables : [];
  const sum = (field: "added" | "changed" | "removed") =>
    stored.reduce((total, table) => total + table[field], 0);
  return {
    added: sum("added"),
    changed: sum("changed"),
    removed: sum("removed"),
  };
}

function found(groups: readonly FindingGroup[]): number {
  return groups.reduce((total, { count }) => total + count, 0);
}

/** The same, in the transaction that stores data. Those that were killed are recorded as interrupted. */
async function takeTurn(db: Kysely<Schema>, now: Date): Promise<void> {
  const problem = { file: "", column: "file", message: TAKEN_OVER };
  for (const { id, ended_at, report } of await silentImports(db, now)) {
    await recordImport(
      db,
      {
        ...(JSON.parse(report) as ImportReport),
        endedAt: ended_at,
        outcome: "interrupted",
        problems: [{ ...problem, count: 1, lines: [] }],
      },
      id,
    );
  }
}

/** The unfinished imports, of which none is at work; else throws an ImportConflict. */
async function silentImports(db: Kysely<Schema>, now: Date) {
  const rows = await db
    .selectFrom("imports")
    .where("outcome", "=", "unfinished")
    .select(["id", "ended_at", "report"])
    .execute();
  // A clock that runs ahead is no reason to wait for longer.
  const isAtWork = rows.some(
    ({ ended_at }) =>
      Math.abs(now.getTime() - Date.parse(ended_at)) < SILENT_MS,
  );
  if (isAtWork) throw new ImportConflict(AT_WORK);
  return rows;
}

/** Whether the last census that was stored, in part at least, is not stored wholly. */
async function isLastUnfinished(db: Kysely<Schema>): Promise<boolean> {
  const last = await db
    .selectFrom("imports")
    .where("outcome", "in", ["unfinished", "interrupted"])
    .select((eb) => eb.fn.max("id").as("id"))
    .executeTakeFirst();
  // Most often there is none.
  if (!last?.id) return false;
  const stored = await db
    .selectFrom("imports")
    .where("id", ">", last.id)
    .where("outcome", "=", "stored")
    .select("report")
    .execute();
  return !stored.some(
    ({ report }) => (JSON.parse(report) as ImportReport).kind === "census",
  );
}

/** Keeps the report of an import that is about to store its data, as unfinished. Returns its id. */
async function beginImport(
  db: Kysely<Schema>,
  report: ImportReport,
): Promise<number> {
  await takeTurn(db, new Date(report.endedAt));
  const { id } = await db
    .insertInto("imports")
    .values({
      started_at: report.startedAt,
      ended_at: report.endedAt,
      outcome: "unfinished",
      report: JSON.stringify({ ...report, outcome: "unfinished" }),
    })
    .returning("id")
    .executeTakeFirstOrThrow();
  return id;
}

/** Gives a sign of life. Throws an ImportConflict where another import has taken this one for dead. */
async function renewImport(
  db: Kysely<Schema>,
  id: number,
  now: Date,
): Promise<void> {
  const { numUpdatedRows } = await db
    .updateTable("imports")
    .set({ ended_at: now.toISOString() })
    .where("id", "=", id)
    .where("outcome", "=", "unfinished")
    .executeTakeFirst();
  if (numUpdatedRows !== 1n) throw new ImportConflict(TAKEN_OVER);
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
  const record: ImportRecorder = {
    refuseBeside: async (db) => void (await silentImports(db, clock())),
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

/** Name, size and SHA-256 of files, in their order; without those that are not there. */
async function factsOfFiles(
  paths: readonly string[],
): Promise<ImportReport["files"]> {
  const facts: ImportReport["files"] = [];
  for (const file of paths) {
    if (!statSync(file, { throwIfNoEntry: false })?.isFile()) continue;
    const hash = createHash("sha256");
    let bytes = 0;
    for await (const chunk of createReadStream(file) as AsyncIterable<Buffer>) {
      hash.update(chunk);
      bytes += chunk.length;
    }
    facts.push({
      name: path.basename(file),
      bytes,
      sha256: hash.digest("hex"),
    });
  }
  return facts;
}

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
