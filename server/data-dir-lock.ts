import { closeSync, openSync } from "node:fs";
import path from "node:path";
import BetterSqlite from "better-sqlite3";

const LOCK_FILE = "server.lock";

/** Kept from the garbage collector, which would close them and so give the locks up. */
const heldLocks = new Set<BetterSqlite.Database>();

/**
 * Makes this process the one server of a data folder, until the returned function is called or the process ends. Imports do
 * not take it. Throws {@link DataDirInUseError} when another server has it.
 */
export function lockDataDir(dataDir: string): () => void {
  const unlock = lockFile(path.join(dataDir, LOCK_FILE));
  if (!unlock) throw new DataDirInUseError(dataDir);
  return unlock;
}

/**
 * Takes the lock of a file, which is made where there is none, until the returned function is called or the process ends,
 * however it ends: the operating system holds it. Null where another process has it.
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
