import { existsSync, readdirSync } from "node:fs";
import { readFile, rm, rmdir } from "node:fs/promises";
import path from "node:path";
import type { Database } from "~server/store/schema";
import { storeReportFile } from "./report-files";

/** A finished or partial report of an older version. */
const FILE_NAME = /^\d{1,15}-[0-9a-f]{32}\.pdf(\.part)?$/;

/**
 * Moves older versions' finished reports from `reports` into the database and removes the folder. The next start
 * resumes; two processes may run at once. Returns how many files it stored.
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
  // Keep the folder if it has anything else.
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
    // Another process was faster.
    if (numUpdatedRows === 0n) return false;
    await storeReportFile(trx, id, await readFile(place));
    return true;
  });
}
