import { statSync } from "node:fs";
import { setTimeout as sleep } from "node:timers/promises";
import { sql } from "kysely";
import type { Connected } from "./connect.server";

const RETRY_PAUSE_MS = 100;

export function logBytes(file: string): number {
  return statSync(`${file}-wal`, { throwIfNoEntry: false })?.size ?? 0;
}

/**
 * Takes what the write-ahead log holds into the SQLite file, and gives the log's room back to the disk. A transaction that
 * failed leaves the log as large as it was, for as long as a server has the file open. Whoever reads or writes meanwhile
 * goes on, and is waited for.
 *
 * @param waitMs how long at most
 * @returns whether the log is empty now; true for PostgreSQL
 */
export async function emptyLog<Schema>(
  { db, file }: Pick<Connected<Schema>, "db" | "file">,
  waitMs = 0,
): Promise<boolean> {
  if (file === null) return true;
  const giveUpAt = performance.now() + waitMs;
  for (;;) {
    const { rows } = await sql<{ busy: number }>`
      pragma wal_checkpoint(truncate)`.execute(db);
    if (rows[0]?.busy === 0) return true;
    if (performance.now() >= giveUpAt) return false;
    await sleep(RETRY_PAUSE_MS);
  }
}
