import type { Kysely } from "kysely";
import type { ImportRecord } from "~/contract/imports";
import type { Schema } from "~server/store/schema";
import type { ImportReport } from "./import-report";

/** The imports before one of them, or the newest of all, newest first. */
export async function readImports(
  db: Kysely<Schema>,
  { before, most }: { before?: number | undefined; most: number },
): Promise<ImportRecord[]> {
  let imports = db.selectFrom("imports").select(["id", "ended_at", "report"]);
  if (before !== undefined) imports = imports.where("id", "<", before);
  const rows = await imports.orderBy("id", "desc").limit(most).execute();
  return rows.map(({ id, ended_at: endedAt, report }) =>
    // That of an import at work is its last sign of life.
    recordOf(id, { ...(JSON.parse(report) as ImportReport), endedAt }),
  );
}

function recordOf(id: number, report: ImportReport): ImportRecord {
  return {
    id,
    kind: report.kind,
    started_at: report.startedAt,
    ended_at: report.endedAt,
    started_by: report.startedBy,
    outcome: report.outcome,
    is_replacement: report.isReplacement,
    data_through: report.dataThrough,
    files: report.files,
    tables: report.tables,
    problems: report.problems,
    warnings: report.warnings,
  };
}
