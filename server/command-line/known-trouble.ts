import BetterSqlite from "better-sqlite3";
import { databaseTroubleOf } from "~/runtime/database/database-trouble.server";
import { NewerDatabaseError } from "~/runtime/database/migrate.server";
import { DatabaseMovedError } from "~/runtime/database/opened-file.server";
import {
  isBusy,
  isDamaged,
  isDiskFull,
} from "~/runtime/database/sqlite-handle.server";

/** Error codes with a cause that an operator can fix. */
const ADVICE: Readonly<Record<string, string>> = {
  "28P01": "PostgreSQL refuses the user or the password of DATABASE_URL.",
  "28000": "PostgreSQL refuses the user or the address of this machine.",
  "3D000": "PostgreSQL has no database of the name in DATABASE_URL.",
  "42501": "PostgreSQL does not give the user of DATABASE_URL enough rights.",
  "25006": "PostgreSQL takes no changes: this server only reads.",
  "53100": "The disk of PostgreSQL is full.",
};

const FILE_CODES: Readonly<Record<string, string>> = {
  EACCES: "Check its owner and permissions.",
  EPERM: "Check its owner and permissions.",
  EROFS: "Its disk is read-only.",
  ENOTDIR: "A part of this path is a file and no folder.",
  EEXIST: "It is a file and no folder.",
  EISDIR: "It is a folder and no file.",
  ENOENT: "It is not there.",
};

function ofFile(error: Error, code: string): string | null {
  const advice = FILE_CODES[code];
  if (!advice || !("path" in error)) return null;
  return `${String(error.path)} cannot be used (${code}). ${advice}`;
}

function ofSqlite(error: unknown): string | null {
  if (!(error instanceof BetterSqlite.SqliteError)) return null;
  if (isDamaged(error)) {
    return "The database file is damaged, or is no database. Restore a backup.";
  }
  if (isBusy(error)) {
    return "Another process is writing to the database. Try again when it is done.";
  }
  if (/^SQLITE_(READONLY|CANTOPEN|PERM|AUTH)/.test(error.code)) {
    return "The database cannot be written. Check the owner and permissions of DATA_DIR and its files, and whether its disk is read-only.";
  }
  return error.code.startsWith("SQLITE_IOERR")
    ? `The disk with the database has a fault (${error.code}).`
    : null;
}

/** PostgreSQL may fail at several addresses; the first error is enough. */
function firstOf(error: Error): Error {
  const first: unknown =
    error instanceof AggregateError ? error.errors[0] : error;
  return first instanceof Error ? first : error;
}

/**
 * Explains a newer database, missing permissions, a full disk, and PostgreSQL away or with another password. Null for
 * other errors, which need their stack.
 */
export function knownTroubleOf(thrown: unknown): string | null {
  if (!(thrown instanceof Error)) return null;
  const error = firstOf(thrown);
  if (error instanceof NewerDatabaseError) return error.message;
  if (error instanceof DatabaseMovedError) return error.message;
  if (isDiskFull(error)) return "The disk with the data is full.";
  const code = "code" in error ? String(error.code) : "";
  const known = ADVICE[code] ?? ofFile(error, code) ?? ofSqlite(error);
  if (known) return known;
  // The driver has no code for a missing password in DATABASE_URL.
  if (error.message.startsWith("SASL")) return ADVICE["28P01"] ?? null;
  switch (databaseTroubleOf(error)) {
    case "overloaded":
      return "PostgreSQL is starting, or has too much to do. Try again.";
    case "away":
      return `PostgreSQL cannot be reached at the address in DATABASE_URL (${code || error.message}).`;
    default:
      return null;
  }
}
