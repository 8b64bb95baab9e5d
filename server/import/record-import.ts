import type { Kysely } from "kysely";
import { insertAuditEvents } from "~server/audit/audit-events";
import type { Schema } from "~server/store/schema";
import type { FindingGroup, ImportReport } from "./import-report";

/**
 * Keeps the report of an import, and tells the audit trail of it. In the transaction that stores the data the record stands
 * or falls with them. Returns its id. A dry run leaves no record: it is not to be called for one.
 */
export async function recordImport(
  db: Kysely<Schema>,
  report: ImportReport,
): Promise<number> {
  const { startedAt, endedAt, outcome } = report;
  const { id } = await db
    .insertInto("imports")
    .values({
      started_at: startedAt,
      ended_at: endedAt,
      outcome,
      report: JSON.stringify(report),
    })
    .returning("id")
    .executeTakeFirstOrThrow();
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
  return id;
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
