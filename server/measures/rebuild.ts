import type { Kysely } from "kysely";
import type { Schema } from "~server/store/schema";
import { concernFacilities } from "./place-versions";
import { rebuildPatients } from "./rebuild-patients";
import { rebuildTotals, allPatients } from "./totals/rebuild-totals";

/** Progress of a rebuild: steps done, of how many. */
type RebuildProgress = (done: number, total: number) => void;

/**
 * Works out everything that is derived from stays and transfers: what is stored with them, and all totals of places (R72,
 * R79). Call it in the transaction that changed them, or see `changeFigures` for a change of some patients.
 */
export async function rebuildFigures(
  db: Kysely<Schema>,
  onProgress?: RebuildProgress,
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
