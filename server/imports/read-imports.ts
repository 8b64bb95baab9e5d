import type { Kysely } from "kysely";
import type { Schema } from "~server/store/schema";
import type { ImportReport } from "./import-report";

export interface KeptImport extends ImportReport {
  /** Grows with time. */
  id: number;
}

/** The imports before one of them, or the newest of all, newest first. */
export async function readImports(
  db: Kysely<Schema>,
  { before, most }: { before?: number | undefined; most: number },
): Promise<KeptImport[]> {
  let imports = db.selectFrom("imports").select(["id", "ended_at", "report"]);
  if (before !== undefined) imports = imports.where("id", "<", before);
  const rows = await imports.orderBy("id", "desc").limit(most).execute();
  return rows.map(({ id, ended_at: endedAt, report }) => ({
    ...(JSON.parse(report) as ImportReport),
    id,
    // That of an import at work is its last sign of life.
    endedAt,
  }));
}
