import { closeSync, openSync } from "node:fs";
import path from "node:path";
import BetterSqlite from "better-sqlite3";

const LOCK_FILE = "server.lock";

/** Referenced here because garbage collection would close them and release the locks. */
const heldLocks = new Set<BetterSqlite.Database>();

/**
 * Makes this process the only server of a data folder until it ends or calls the returned function. Imports do not take
 * the lock. Throws {@link DataDirInUseError} if another server holds it.
 */
export function lockDataDir(dataDir: string): () => void {
  const unlock = lockFile(path.join(dataDir, LOCK_FILE));
  if (!unlock) throw new DataDirInUseError(dataDir);
  return unlock;
}

/**
 * Locks a file, and creates it first if it is missing. Returns a function that unlocks it, or null if another process
 * holds the lock. The operating system releases it when the process ends, however it ends.
 */
export function lockFile(file: string): (() => void) | null {
  closeSync(openSync(file, "a", 0o600));
  const lock = new BetterSqlite(file, { timeout: 0 });
  try {
    lock.exec("begin exclusive");
  } catch (error) {
    lock.close();
    if (isTaken(error)) return null;
    throw error;
  }
  heldLocks.add(lock);
  return () => {
    heldLocks.delete(lock);
    lock.close();
  };
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
