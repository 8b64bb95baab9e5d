import type { Kysely } from "kysely";
import { NO_PROGRESS, type Progress } from "~server/command-line/progress";
import type { Schema } from "~server/store/schema";
import { concernFacilities } from "./place-versions";
import { rebuildPatients } from "./derived-rows";
import { rebuildTotals, allPatients } from "./totals/rebuild-totals";

/** Rebuilds all figures in the transaction of the change; use `changeFigures` for a few patients. */
export async function rebuildFigures(
  db: Kysely<Schema>,
  onProgress?: Progress["at"],
): Promise<void> {
  const total =
    2 * (await countRows(db, "patients")) + (await countRows(db, "regions"));
  let done = 0;
  const advance = (by: number) => onProgress?.((done += by), total);
  for await (const count of rebuildPatients(db, allPatients(db))) {
    advance(count);
  }
  for await (const count of rebuildTotals(db)) advance(count);
  await concernFacilities(db, "all");
}

async function countRows(
  db: Kysely<Schema>,
  table: "patients" | "regions",
): Promise<number> {
  const { count } = await db
    .selectFrom(table)
    .select((select) => select.fn.countAll<number>().as("count"))
    .executeTakeFirstOrThrow();
  return count;
}

/** Version of the derived data. Increment it when the program counts differently. */
export const FIGURES_EDITION = 6;

/** Rebuilds all figures of an older version once, in one transaction. */
export async function ensureFigures(
  db: Kysely<Schema>,
  progress: Progress = NO_PROGRESS,
): Promise<void> {
  const { figures_edition } = await db
    .selectFrom("data_state")
    .select("figures_edition")
    .executeTakeFirstOrThrow();
  if (figures_edition >= FIGURES_EDITION) return;
  await db.transaction().execute(async (trx) => {
    const { numUpdatedRows } = await trx
      .updateTable("data_state")
      .set({ figures_edition: FIGURES_EDITION })
      .where("figures_edition", "<", FIGURES_EDITION)
      .executeTakeFirst();
    // Another process has rebuilt them meanwhile.
    if (numUpdatedRows !== 1n) return;
    progress.step("Recalculating all figures, once after this update");
    await rebuildFigures(trx, (done, total) => progress.at(done, total));
    progress.end();
  });
}
