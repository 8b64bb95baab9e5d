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

/** How long the copy waits for a lock on the whole database, which only a restore takes. */
const BUSY_LIMIT_MS = 10_000;

/** Files in which SQLite keeps changes that are not in the database file yet. */
const JOURNALS = ["-wal", "-journal"];

/**
 * Copies while servers and imports write. Only the owner may read the copy, which appears under its name once complete
 * and verified. Throws a {@link CommandError} and leaves nothing behind.
 */
export function backUp({
  dataDir,
  target,
  force,
}: {
  dataDir: string;
  target: string;
  force: boolean;
}) {
  const database = path.join(dataDir, DATABASE_FILE);
  if (!existsSync(database)) {
    throw new CommandError(`There is no database in ${path.resolve(dataDir)}.`);
  }
  refuseTarget(database, target, force);
  const draft = `${target}.${randomBytes(4).toString("hex")}.part`;
  try {
    // SQLite fills an empty file and keeps its mode.
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

function refuseTarget(database: string, target: string, force: boolean): void {
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

/** One read transaction: writers continue, and the copy has none of their changes. */
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
