import { closeSync, openSync } from "node:fs";
import path from "node:path";
import BetterSqlite from "better-sqlite3";

const LOCK_FILE = "server.lock";

/** Referenced here because garbage collection would close them and release the locks. */
const heldLocks = new Set<BetterSqlite.Database>();

/**
 * Makes this process the folder's only server until it ends or calls the result. Imports take no lock. Throws {@link
 * DataDirInUseError}.
 */
export function lockDataDir(dataDir: string): () => void {
  const unlock = lockFile(path.join(dataDir, LOCK_FILE));
  if (!unlock) throw new DataDirInUseError(dataDir);
  return unlock;
}

/** Creates a missing file. Returns the unlock function; null if another process holds the lock. */
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
