import { randomUUID } from "node:crypto";
import {
  chmodSync,
  copyFileSync,
  existsSync,
  linkSync,
  mkdtempSync,
  readdirSync,
  renameSync,
  rmSync,
  statSync,
} from "node:fs";
import path from "node:path";
import BetterSqlite from "better-sqlite3";
import type { Settings } from "~/contract/settings";
import { lockDataDir } from "~server/data-dir-lock";
import { CommandError } from "~server/command-line/command-error";
import { ensureDataDir } from "~/runtime/session-secret.server";
import { DATABASE_FILE, openStore } from "~server/store/open-store";
import { checkDatabaseFile, flush, type DatabaseFacts } from "./database-file";

/** Throws a {@link CommandError} if the data are not in the data folder's SQLite database, and names the tool to use. */
export function refuseOtherDatabase(
  { API_URL, DATABASE_URL }: Pick<Settings, "API_URL" | "DATABASE_URL">,
  tool: "pg_dump" | "pg_restore",
): void {
  if (DATABASE_URL) {
    throw new CommandError(
      `The data are in the PostgreSQL database of DATABASE_URL. Use ${tool} for it.`,
    );
  }
  if (API_URL) {
    throw new CommandError(
      "The data are at the API host of API_URL. This portal has no database.",
    );
  }
}

const WORK_PREFIX = "restore-";

/**
 * Verifies and migrates the copy apart and ends its sessions, because some ended after it was made. The previous
 * database stays until the last step, and is kept aside. Throws a {@link CommandError}, or `DataDirInUseError` under a
 * server; nothing has changed then.
 */
export async function restore({
  dataDir,
  source,
  now,
}: {
  dataDir: string;
  /** A copy from `npm run backup`, or a database that a restore put aside. */
  source: string;
  now: Date;
}) {
  if (!existsSync(source) || !statSync(source).isFile()) {
    throw new CommandError(`${source} is not a file that can be read.`);
  }
  checkDatabaseFile(source, source);
  ensureDataDir(dataDir);
  refuseOtherAccount(dataDir);
  const unlock = lockDataDir(dataDir);
  removeLeftovers(dataDir);
  const work = mkdtempSync(path.join(dataDir, WORK_PREFIX));
  try {
    const facts = await prepareCopy(source, work);
    /** New path of the previous database; null if there was none. */
    const putAside = replaceDatabase(dataDir, work, now);
    return { facts, putAside };
  } finally {
    rmSync(work, { recursive: true, force: true });
    unlock();
  }
}

/** The server could not open a file owned by another account. */
function refuseOtherAccount(dataDir: string): void {
  const { uid } = statSync(dataDir);
  const own = process.getuid?.();
  if (own !== undefined && own !== uid) {
    throw new CommandError(
      `${path.resolve(dataDir)} belongs to another account (uid ${uid}). Run this command as that account.`,
    );
  }
}

/** A killed restore leaves its copy behind. We hold the lock, so no other restore is running. */
function removeLeftovers(dataDir: string): void {
  for (const name of readdirSync(dataDir)) {
    if (!/^restore-\w{6}$/.test(name)) continue;
    rmSync(path.join(dataDir, name), { recursive: true, force: true });
  }
}

async function prepareCopy(
  source: string,
  work: string,
): Promise<DatabaseFacts> {
  const copy = path.join(work, DATABASE_FILE);
  try {
    for (const ending of ["", "-wal"]) {
      if (!existsSync(source + ending)) continue;
      copyFileSync(source + ending, copy + ending);
      // The copy inherits the mode of its source, which may be unsafe.
      chmodSync(copy + ending, 0o600);
    }
    const store = await openStore({ dataDir: work });
    await store.db.deleteFrom("sessions").execute();
    await store.close();
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    throw new CommandError(`${source} cannot be used here: ${reason}.`);
  }
  openAlone(copy).close();
  const facts = checkDatabaseFile(copy, source);
  flush(copy);
  return facts;
}

/** Merges the journal into the database file and locks it until it is closed; fails if anybody else has it open. */
function openAlone(file: string): BetterSqlite.Database {
  const database = new BetterSqlite(file, { timeout: 0 });
  try {
    database.pragma("journal_mode = delete");
    database.exec("begin exclusive");
    if (database.pragma("journal_mode", { simple: true }) !== "delete") {
      // Another process opened it in between.
      throw new BetterSqlite.SqliteError("database is locked", "SQLITE_BUSY");
    }
    return database;
  } catch (error) {
    database.close();
    throw error;
  }
}

function replaceDatabase(
  dataDir: string,
  work: string,
  now: Date,
): string | null {
  const place = path.join(dataDir, DATABASE_FILE);
  const isThere = existsSync(place);
  // Processes that open the old file meanwhile wait, and cannot write to it after the rename.
  const old = isThere ? lockOld(place) : null;
  try {
    const aside = isThere ? putAside(place, now) : null;
    // SQLite would apply leftovers of the old journal to the new database.
    rmSync(`${place}-wal`, { force: true });
    rmSync(`${place}-shm`, { force: true });
    renameSync(path.join(work, DATABASE_FILE), place);
    flush(dataDir);
    return aside;
  } finally {
    old?.close();
  }
}

/** Null if it is too damaged to open. */
function lockOld(place: string): BetterSqlite.Database | null {
  try {
    return openAlone(place);
  } catch (error) {
    if (!(error instanceof BetterSqlite.SqliteError)) throw error;
    if (/^SQLITE_(CORRUPT|NOTADB|IOERR)/.test(error.code)) return null;
    throw new CommandError(
      /^SQLITE_(BUSY|LOCKED)/.test(error.code)
        ? `An import or a backup is using ${place}. Try again when it has ended.`
        : `${place} cannot be moved aside: ${error.message}.`,
    );
  }
}

function putAside(place: string, now: Date): string {
  const at = now.toISOString().replace(/[-:]|\.\d+/g, "");
  let aside = `${place}.${at}.before-restore`;
  if (existsSync(aside)) aside = `${place}.${randomUUID()}.before-restore`;
  // Only a database too damaged to open still has its journal.
  if (existsSync(`${place}-wal`)) linkSync(`${place}-wal`, `${aside}-wal`);
  linkSync(place, aside);
  return aside;
}
