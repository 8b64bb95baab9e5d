import type { Kysely } from "kysely";
import { insertAuditEvents } from "~server/audit/audit-events";
import type { Schema } from "~server/store/schema";
import { ImportConflict } from "./import-conflict";
import type { FindingGroup, ImportReport } from "./import-report";

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

/** Returns the id of its row. */
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
