import { statSync } from "node:fs";
import { setTimeout as sleep } from "node:timers/promises";
import { sql } from "kysely";
import type { Connected } from "./connect.server";

const RETRY_PAUSE_MS = 100;

export function logBytes(file: string): number {
  return statSync(`${file}-wal`, { throwIfNoEntry: false })?.size ?? 0;
}

/**
 * A failed transaction leaves the write-ahead log large while a server has the file open. Waits for readers and
 * writers, at most `waitMs`. Returns whether the log is empty now; true for PostgreSQL.
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
