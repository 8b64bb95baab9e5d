import { setImmediate as nextTurn } from "node:timers/promises";
import type { Database } from "~server/store/schema";
import { existsSync, readdirSync } from "node:fs";
import { readFile, rm, rmdir } from "node:fs/promises";
import path from "node:path";

/** SQLite reads values whole, so large files are split. Most reports have some 100 KB and one part. */
const PART_BYTES = 1_000_000;

/** Stores the file of a finished report. Call it in the transaction that finishes the report. */
export async function storeReportFile(
  db: Database,
  reportId: number,
  content: Buffer,
): Promise<void> {
  for (let part = 0; part * PART_BYTES < content.byteLength; part += 1) {
    const from = part * PART_BYTES;
    await db
      .insertInto("qies_report_files")
      .values({
        report_id: reportId,
        part,
        content: content.subarray(from, from + PART_BYTES),
      })
      .execute();
    await nextTurn();
  }
  await db
    .updateTable("qies_reports")
    .set({ file_bytes: content.byteLength })
    .where("id", "=", reportId)
    .execute();
}

/** False if the file was lost with an older version's folder. */
export async function hasReportFile(
  db: Database,
  reportId: number,
): Promise<boolean> {
  const file = await db
    .selectFrom("qies_report_files")
    .where("report_id", "=", reportId)
    .where("part", "=", 0)
    .select("report_id")
    .executeTakeFirst();
  return file !== undefined;
}

/** Streams a report's file: a slow reader holds one part in memory, and no connection. */
export function readReportFile(
  db: Database,
  reportId: number,
): ReadableStream<Uint8Array> {
  let part = 0;
  return new ReadableStream<Uint8Array>(
    {
      async pull(controller) {
        const file = await db
          .selectFrom("qies_report_files")
          .where("report_id", "=", reportId)
          .where("part", "=", part)
          .select("content")
          .executeTakeFirst();
        part += 1;
        if (file) controller.enqueue(file.content);
        else controller.close();
      },
    },
    { highWaterMark: 0 },
  );
}

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
