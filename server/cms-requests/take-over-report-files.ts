import { existsSync, readdirSync } from "node:fs";
import { readFile, rm, rmdir } from "node:fs/promises";
import path from "node:path";
import type { Database } from "~server/store/schema";
import { storeReportFile } from "./report-files";

/** A report that an older version has finished, or only begun. */
const FILE_NAME = /^\d{1,15}-[0-9a-f]{32}\.pdf(\.part)?$/;

/**
 * Takes the files of finished reports from the folder in which older versions kept them, `reports` in a data folder, and
 * removes the folder. A file goes when the database has it, or where no request names it. What a killed process has left
 * is taken over at the next start; two processes may do it at once. Returns how many files were taken.
 */
export async function takeOverReportFiles(
  db: Database,
  within: string,
): Promise<number> {
  const folder = path.join(within, "reports");
  if (!existsSync(folder)) return 0;
  const names = readdirSync(folder).filter((name) => FILE_NAME.test(name));
  const rows = await db
    .selectFrom("qies_reports")
    .select(["id", "file_name"])
    .where("file_name", "is not", null)
    .execute();
  const idOf = new Map(rows.map(({ id, file_name }) => [file_name, id]));
  let taken = 0;
  for (const name of names) {
    const place = path.join(folder, name);
    const id = idOf.get(name);
    if (id !== undefined && (await takeOver(db, id, place))) taken += 1;
    await rm(place, { force: true });
  }
  // It stays where there is something else in it.
  await rmdir(folder).catch(() => undefined);
  return taken;
}

async function takeOver(
  db: Database,
  id: number,
  place: string,
): Promise<boolean> {
  return db.transaction().execute(async (trx) => {
    const { numUpdatedRows } = await trx
      .updateTable("qies_reports")
      .set({ file_name: null })
      .where("id", "=", id)
      .where("file_name", "=", path.basename(place))
      .executeTakeFirst();
    // Another process had it first.
    if (numUpdatedRows === 0n) return false;
    await storeReportFile(trx, id, await readFile(place));
    return true;
  });
}
