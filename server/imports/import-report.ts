import type { AuditRecord } from "~server/audit/audit-events";
import { CommandError } from "~server/command-line/command-error";
import type { ImportOutcome } from "~server/store/record-tables";
import { FileError } from "./census-folder";

/** One kind of finding; never holds a cell, which might be a name. */
export interface FindingGroup {
  file: string;
  /** Header name, or "row" for the whole row. */
  column: string;
  message: string;
  count: number;
  lines: number[];
}

export interface ImportReport {
  kind: "census" | "ratings" | "reports" | "cms";
  startedAt: string;
  endedAt: string;
  /** `account@machine`. */
  startedBy: string;
  outcome: ImportOutcome;
  isReplacement: boolean;
  isDryRun: boolean;
  /** The data are complete through this day, `yyyy-MM-dd`. */
  dataThrough: string | null;
  files: { name: string; bytes: number; sha256: string }[];
  tables: ImportedTable[];
  problems: FindingGroup[];
  warnings: FindingGroup[];
}

export interface TableChanges {
  added: number;
  changed: number;
  unchanged: number;
  removed: number;
}

export interface ImportedTable extends TableChanges {
  name: string;
}

export type Findings = Pick<
  ImportReport,
  "outcome" | "dataThrough" | "tables" | "problems" | "warnings"
>;

export function wholeFinding(message: string): FindingGroup {
  return { file: "", column: "file", message, count: 1, lines: [] };
}

export function auditedByImport(
  at: Date,
  { details, ...done }: Pick<AuditRecord, "action" | "target" | "details">,
): AuditRecord {
  return {
    ...done,
    at,
    user: null,
    details: { via: "import", ...details },
    address: null,
    requestId: null,
  };
}

/** Another import of the same folder stores the rest. */
export class ImportInterrupted extends Error {
  constructor(
    readonly importId: number,
    readonly findings: Findings,
    readonly because: Error,
  ) {
    super("some parts of the import are stored", { cause: because });
  }
}

export class ImportConflict extends CommandError {
  constructor(
    message = "Someone else changed the data while the files were read. Nothing was stored. Please start the import again.",
  ) {
    super(message);
  }
}

export const EXIT_STATUS = {
  done: 0,
  problems: 1,
  wrongUse: 2,
  removals: 3,
  warnings: 4,
  failed: 5,
  conflict: 6,
} as const;

export function exitStatusOf(error: unknown): number {
  if (error instanceof FileError) return EXIT_STATUS.problems;
  if (error instanceof ImportConflict) return EXIT_STATUS.conflict;
  return EXIT_STATUS.failed;
}
