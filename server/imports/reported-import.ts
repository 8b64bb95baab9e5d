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
import {
  EXIT_STATUS,
  exitStatusOf,
  ImportConflict,
  ImportInterrupted,
  wholeFinding,
  type FindingGroup,
  type Findings,
  type ImportReport,
} from "./import-report";

export interface ImportTask<Result> {
  kind: ImportReport["kind"];
  store: Store;
  files: readonly string[];
  isReplacement: boolean;
  isDryRun: boolean;
  clock?: () => Date;
  /** Records itself in the transactions that store the data, unless it takes them back. */
  run(record: ImportRecorder): Promise<Result>;
  findingsOf(result: Result): Findings;
}

function startedBy(): string {
  try {
    return `${userInfo().username}@${hostname()}`;
  } catch {
    // The account may have no name, as in a container.
    return `${process.getuid?.() ?? "?"}@${hostname()}`;
  }
}

/** An unexpected error may quote data, so the report leaves it out. */
function findingsOfError(error: Error): Findings {
  const message =
    error instanceof CommandError
      ? error.message
      : (knownTroubleOf(error) ??
        "an error that nobody expected; the command wrote it out");
  return {
    outcome:
      exitStatusOf(error) === EXIT_STATUS.problems ? "refused" : "failed",
    dataThrough: null,
    tables: [],
    problems: [wholeFinding(message)],
    warnings: [],
  };
}

/** Each part is a sign of life; a longer silence means the import is dead. */
const SILENT_MS = 120_000;

const AT_WORK =
  "Another import is storing its data. Nothing of this one was stored. Please start it again when the other one has ended. One that was killed is in the way for two minutes.";
const TAKEN_OVER =
  "Another import began, because this one gave no sign of life for two minutes.";

/**
 * Keeps and audits the report; in the storing transaction it stands or falls with the data. `unfinishedId`: the row of
 * an import in parts. Throws an ImportConflict if another import has ended it.
 */
export async function recordImport(
  db: Kysely<Schema>,
  report: ImportReport,
  unfinishedId: number | null = null,
): Promise<void> {
  const id =
    unfinishedId === null
      ? await insertReport(db, report)
      : await changeUnfinished(db, unfinishedId, rowOf(report));
  await insertAuditEvents(db, [
    {
      action: "import_data",
      at: new Date(report.endedAt),
      user: null,
      address: null,
      requestId: null,
      details: {
        kind: report.kind,
        import_id: id,
        outcome: report.outcome,
        ...changesOf(report),
        problems: found(report.problems),
        warnings: found(report.warnings),
        started_by: report.startedBy,
      },
    },
  ]);
}

function rowOf(report: ImportReport) {
  return {
    started_at: report.startedAt,
    ended_at: report.endedAt,
    outcome: report.outcome,
    report: JSON.stringify(report),
  };
}

async function insertReport(
  db: Kysely<Schema>,
  report: ImportReport,
): Promise<number> {
  const { id } = await db
    .insertInto("imports")
    .values(rowOf(report))
    .returning("id")
    .executeTakeFirstOrThrow();
  return id;
}

async function changeUnfinished(
  db: Kysely<Schema>,
  id: number,
  row: Partial<ReturnType<typeof rowOf>>,
  conflict?: string,
): Promise<number> {
  const { numUpdatedRows } = await db
    .updateTable("imports")
    .set(row)
    .where("id", "=", id)
    .where("outcome", "=", "unfinished")
    .executeTakeFirst();
  if (numUpdatedRows !== 1n) throw new ImportConflict(conflict);
  return id;
}

/** A refused or failed import stored nothing, whatever its report lists. */
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

/** Throws an ImportConflict if an import is running. */
async function silentImports(db: Kysely<Schema>, now: Date) {
  const rows = await db
    .selectFrom("imports")
    .where("outcome", "=", "unfinished")
    .select(["id", "ended_at", "report"])
    .execute();
  // A fast clock must not prolong the wait.
  const isAtWork = rows.some(
    ({ ended_at }) =>
      Math.abs(now.getTime() - Date.parse(ended_at)) < SILENT_MS,
  );
  if (isAtWork) throw new ImportConflict(AT_WORK);
  return rows;
}

async function takeTurn(db: Kysely<Schema>, now: Date): Promise<void> {
  for (const { id, ended_at, report } of await silentImports(db, now)) {
    const interrupted = {
      ...(JSON.parse(report) as ImportReport),
      endedAt: ended_at,
      outcome: "interrupted" as const,
      problems: [wholeFinding(TAKEN_OVER)],
    };
    await recordImport(db, interrupted, id);
  }
}

async function isLastUnfinished(db: Kysely<Schema>): Promise<boolean> {
  const last = await db
    .selectFrom("imports")
    .where("outcome", "in", ["unfinished", "interrupted"])
    .select((eb) => eb.fn.max("id").as("id"))
    .executeTakeFirst();
  // Usually there is none.
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

type ReportOf = (findings: Findings) => ImportReport;

export type ImportRecorder = ReturnType<typeof recorderFor>["record"];

function recorderFor(clock: () => Date, reportOf: ReportOf) {
  const said = { kept: null as ImportReport | null };
  const record = {
    /** Throws an ImportConflict while another import stores its data. */
    async refuseBeside(db: Kysely<Schema>): Promise<void> {
      await silentImports(db, clock());
    },
    /** Records killed imports as interrupted. */
    takeTurn: (db: Kysely<Schema>) => takeTurn(db, clock()),
    /** The last census that stored something is incomplete. */
    isLastUnfinished,
    /** Call it in the first part; returns the id of its row. */
    async begin(db: Kysely<Schema>, findings: Findings) {
      const report = reportOf({ ...findings, outcome: "unfinished" });
      await takeTurn(db, new Date(report.endedAt));
      return insertReport(db, report);
    },
    /** Call it in each later part. Throws an ImportConflict if another import considers this one dead. */
    async renew(db: Kysely<Schema>, importId: number) {
      const ended_at = clock().toISOString();
      await changeUnfinished(db, importId, { ended_at }, TAKEN_OVER);
    },
    /** Call it at the end of the last transaction; the id is null with only one. */
    async end(db: Kysely<Schema>, importId: number | null, findings: Findings) {
      const report = reportOf(findings);
      await recordImport(db, report, importId);
      said.kept = report;
    },
  };
  return { record, said };
}

/**
 * Keeps a report of every import (R264) except dry runs: with the data it stores, or else by itself. Returns an error
 * of the import instead of throwing it.
 */
export async function reportedImport<Result>(task: ImportTask<Result>) {
  const { store, isDryRun } = task;
  const clock = task.clock ?? (() => new Date());
  const reportOf = await reporter(task, clock);
  const { record, said } = recorderFor(clock, reportOf);
  try {
    const result = await task.run(record);
    const report = said.kept ?? reportOf(task.findingsOf(result));
    if (!said.kept && !isDryRun) await recordImport(store.db, report);
    return { report, result, error: null };
  } catch (thrown) {
    const caught = thrown instanceof Error ? thrown : new Error(String(thrown));
    const stopped = caught instanceof ImportInterrupted ? caught : null;
    const error = stopped?.because ?? caught;
    const findings = findingsOfError(error);
    const { problems } = findings;
    const report = reportOf(
      stopped
        ? { ...stopped.findings, outcome: "interrupted", problems }
        : findings,
    );
    // A failed database may fail again; the first error counts.
    if (!isDryRun) {
      await recordImport(store.db, report, stopped?.importId).catch(
        () => undefined,
      );
    }
    return { report, result: null, error };
  }
}

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
): Promise<ReportOf> {
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
