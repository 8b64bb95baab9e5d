import { z } from "zod";
import { id } from "~/contract/wire";
import { service } from "~server/door/services";
import { requireAccountManager } from "~server/users/actor";
import type { Kysely } from "kysely";
import type { Schema } from "~server/store/schema";
import type { ImportReport } from "./import-report";

const IMPORTS_OF_A_PAGE = 30;

/** A page of import reports (R264), newest first, older than `before`; `next` is the next page's `before`. */
export const listImports = service({
  name: "imports",
  input: z.object({ before: id.optional() }),
  async run({ deps, viewer }, { before }) {
    requireAccountManager(viewer);
    const most = IMPORTS_OF_A_PAGE + 1;
    const found = await readImports(deps.store.db, { before, most });
    if (found.length === 0) return null;
    const imports = found.slice(0, IMPORTS_OF_A_PAGE);
    const hasMore = found.length > imports.length;
    return { imports, next: hasMore ? (imports.at(-1)?.id ?? null) : null };
  },
});

export interface KeptImport extends ImportReport {
  id: number;
}

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
    // A running import's last sign of life.
    endedAt,
  }));
}
