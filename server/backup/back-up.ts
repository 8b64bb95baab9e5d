import { randomBytes } from "node:crypto";
import {
  closeSync,
  existsSync,
  openSync,
  realpathSync,
  renameSync,
  rmSync,
  statSync,
} from "node:fs";
import path from "node:path";
import BetterSqlite from "better-sqlite3";
import { CommandError } from "~server/command-line/command-error";
import { DATABASE_FILE } from "~server/store/open-store";
import { checkDatabaseFile, flush } from "./database-file";

/** How long the copy waits where the database is locked as a whole, which only a restore does. */
const BUSY_LIMIT_MS = 10_000;

/** Endings of the files in which SQLite looks for what a database of that name has not taken in yet. */
const JOURNALS = ["-wal", "-journal"];

export interface BackupOptions {
  dataDir: string;
  target: string;
  force: boolean;
}

/**
 * Copies the SQLite database of a data folder as it is at one moment, also while servers and imports write to it. The copy
 * is readable by its owner only, is checked, and appears under its name when it is whole. Throws a {@link CommandError} where that cannot be done; then nothing is left
 * behind.
 */
export function backUp({ dataDir, target, force }: BackupOptions) {
  const database = path.join(dataDir, DATABASE_FILE);
  if (!existsSync(database)) {
    throw new CommandError(`There is no database in ${path.resolve(dataDir)}.`);
  }
  refuseTarget({ database, target, force });
  const draft = `${target}.${randomBytes(4).toString("hex")}.part`;
  try {
    // SQLite takes an empty file for one that it may fill, and leaves its mode alone.
    closeSync(openSync(draft, "wx", 0o600));
    copyInto(database, draft);
    const facts = checkDatabaseFile(draft, "The copy");
    flush(draft);
    renameSync(draft, target);
    flush(path.dirname(target));
    return { facts, bytes: statSync(target).size };
  } catch (error) {
    throw asCommandError(error, target);
  } finally {
    rmSync(draft, { force: true });
  }
}

function refuseTarget({
  database,
  target,
  force,
}: Omit<BackupOptions, "dataDir"> & { database: string }): void {
  const folder = path.dirname(target);
  if (!existsSync(folder)) {
    throw new CommandError(`There is no folder ${path.resolve(folder)}.`);
  }
  const place = path.join(realpathSync(folder), path.basename(target));
  const source = realpathSync(database);
  if (["", "-shm", ...JOURNALS].some((ending) => place === source + ending)) {
    throw new CommandError(`${target} is the database itself.`);
  }
  const stray = JOURNALS.map((ending) => target + ending).find(existsSync);
  if (stray) {
    throw new CommandError(
      `SQLite would take ${stray} for a part of the copy. Remove it, or choose another name.`,
    );
  }
  if (!existsSync(target)) return;
  if (!statSync(target).isFile()) {
    throw new CommandError(`${target} is not a file.`);
  }
  if (!force) {
    throw new CommandError(
      `${target} is there already. Choose another name, or add --force to replace it.`,
    );
  }
}

/** One read transaction: writers go on meanwhile, and none of what they write is in the copy. */
function copyInto(database: string, draft: string): void {
  const source = new BetterSqlite(database, {
    readonly: true,
    fileMustExist: true,
    timeout: BUSY_LIMIT_MS,
  });
  try {
    source.prepare("vacuum into ?").run(draft);
  } finally {
    source.close();
  }
}

function asCommandError(error: unknown, target: string): unknown {
  if (error instanceof BetterSqlite.SqliteError) {
    return new CommandError(
      `The database cannot be copied to ${target}: ${error.message}.`,
    );
  }
  return error instanceof Error && "syscall" in error
    ? new CommandError(`${target} cannot be written: ${error.message}.`)
    : error;
}
