import type { Kysely } from "kysely";
import { NO_PROGRESS, type Progress } from "~server/command-line/progress";
import type { Schema } from "~server/store/schema";
import { rebuildFigures } from "./rebuild";

/** Edition of what is derived from stays and transfers. It grows when a new version of the program counts otherwise. */
export const FIGURES_EDITION = 3;

/** Works out all figures of a database that an older version has left, once and in one transaction. */
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
    // Where it is 0, another process has done so meanwhile.
    if (numUpdatedRows !== 1n) return;
    progress.step("Recalculating all figures, once after this update");
    await rebuildFigures(trx, (done, total) => progress.at(done, total));
    progress.end();
  });
}
