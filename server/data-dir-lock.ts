import { closeSync, openSync } from "node:fs";
import path from "node:path";
import BetterSqlite from "better-sqlite3";

const LOCK_FILE = "server.lock";

/**
 * Makes this process the one server of a data folder, until the returned function is called or the process ends,
 * however it ends: the operating system holds the lock. Imports do not take it. Throws
 * {@link DataDirInUseError} when another server has it.
 */
export function lockDataDir(dataDir: string): () => void {
  const file = path.join(dataDir, LOCK_FILE);
  closeSync(openSync(file, "a", 0o600));
  const lock = new BetterSqlite(file, { timeout: 0 });
  try {
    lock.exec("begin exclusive");
  } catch (error) {
    lock.close();
    if (isTaken(error)) throw new DataDirInUseError(dataDir);
    throw error;
  }
  return () => lock.close();
}

export class DataDirInUseError extends Error {
  constructor(dataDir: string) {
    super(
      `another Sojourn server is using ${path.resolve(dataDir)} (stop it, or give this one another DATA_DIR)`,
    );
    this.name = "DataDirInUseError";
  }
}

function isTaken(error: unknown): boolean {
  return (
    error instanceof BetterSqlite.SqliteError &&
    /^SQLITE_(BUSY|LOCKED)/.test(error.code)
  );
}
