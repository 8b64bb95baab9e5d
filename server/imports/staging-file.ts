import { randomUUID } from "node:crypto";
import {
  closeSync,
  existsSync,
  mkdirSync,
  openSync,
  readdirSync,
  rmSync,
} from "node:fs";
import path from "node:path";
import BetterSqlite from "better-sqlite3";
import { isBusy } from "~/runtime/database/sqlite-handle.server";

const FOLDER = "staging";

/** A database of its own that is thrown away; from its first byte it is locked, so that no sweep takes it. */
export interface StagingFile {
  db: BetterSqlite.Database;
  remove(): void;
}

/** Makes a database in the data folder, open to its owner alone (R259), and removes what killed imports left there. */
export function openStagingFile(dataDir: string): StagingFile {
  const folder = path.join(dataDir, FOLDER);
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  sweepStaging(dataDir);
  for (;;) {
    const file = path.join(folder, `${randomUUID()}.db`);
    closeSync(openSync(file, "wx", 0o600));
    const db = openLocked(file);
    // The sweep of another import may have come before the lock.
    if (db) return { db, remove: () => remove(db, file) };
  }
}

/** Null where the file went before it was locked. */
function openLocked(file: string): BetterSqlite.Database | null {
  let db: BetterSqlite.Database | undefined;
  try {
    db = new BetterSqlite(file, { fileMustExist: true });
    // A driver that defends its files keeps a journal on the disk where none is asked for.
    db.pragma("journal_mode = memory");
    db.pragma("synchronous = off");
    db.pragma("cache_size = -65536");
    db.pragma("temp_store = file");
    db.exec("begin exclusive");
    if (existsSync(file)) return db;
  } catch (error) {
    if (existsSync(file)) throw error;
  }
  db?.close();
  return null;
}

function remove(db: BetterSqlite.Database, file: string): void {
  rmSync(file, { force: true });
  db.close();
}

/**
 * Removes what imports left behind that were killed. One that is at work holds its lock, and keeps its file.
 *
 * @returns how many files were removed
 */
export function sweepStaging(dataDir: string): number {
  const folder = path.join(dataDir, FOLDER);
  if (!existsSync(folder)) return 0;
  const files = readdirSync(folder).map((name) => path.join(folder, name));
  return files.filter(removeUnlocked).length;
}

/** False where an import is at work with it. */
function removeUnlocked(file: string): boolean {
  let db: BetterSqlite.Database | undefined;
  try {
    db = new BetterSqlite(file, { fileMustExist: true, timeout: 0 });
    db.exec("begin exclusive");
  } catch (error) {
    if (isBusy(error)) {
      db?.close();
      return false;
    }
    // A file that a kill left half written cannot be locked, and nobody has it.
  }
  rmSync(file, { force: true });
  db?.close();
  return true;
}
