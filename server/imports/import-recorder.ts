import type { Kysely } from "kysely";
import type { AuditRecord } from "~server/audit/audit-events";
import { CommandError } from "~server/command-line/command-error";
import type { Schema } from "~server/store/schema";
import type { ImportReport } from "./import-report";

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

/** An import ended with some of its parts stored. The same folder stores what is missing. */
export class ImportInterrupted extends Error {
  /**
   * @param importId of its row in `imports`
   * @param because what ended it
   */
  constructor(
    readonly importId: number,
    readonly because: Error,
  ) {
    super("some parts of the import are stored", { cause: because });
  }
}

/** Somebody else changed the data between the checks of an import and its storing, or imports at the same time. */
export class ImportConflict extends CommandError {
  constructor(
    message = "Someone else changed the data while the files were read. Nothing was stored. Please start the import again.",
  ) {
    super(message);
  }
}

export type Findings = Pick<
  ImportReport,
  "outcome" | "dataThrough" | "tables" | "problems" | "warnings"
>;

/** How an import tells of itself, in the transactions that store its data. */
export interface ImportRecorder {
  /** Throws an ImportConflict where another import is storing its data. */
  refuseBeside(db: Kysely<Schema>): Promise<void>;
  /** The same in the transaction that stores the data, which ends those that were killed on their way. */
  takeTurn(db: Kysely<Schema>): Promise<void>;
  /** Whether the last import that stored something has not stored all. */
  isLastUnfinished(db: Kysely<Schema>): Promise<boolean>;
  /** In the first part, with what the import will give. Returns the id of its row. */
  begin(db: Kysely<Schema>, findings: Findings): Promise<number>;
  /** In each following part. Throws an ImportConflict where another import has taken this one for dead. */
  renew(db: Kysely<Schema>, importId: number): Promise<void>;
  /** Last in the last transaction. The id is null where there was but one. */
  end(
    db: Kysely<Schema>,
    importId: number | null,
    findings: Findings,
  ): Promise<void>;
}
