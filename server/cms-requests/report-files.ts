import { setImmediate as nextTurn } from "node:timers/promises";
import type { Database } from "~server/store/schema";

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
