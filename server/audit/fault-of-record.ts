import BetterSqlite from "better-sqlite3";
import pg from "pg";

/** Classes of SQLSTATE: data exception, integrity constraint violation. */
const PG_CLASSES = ["22", "23"];
const SQLITE_CODES = /^SQLITE_(CONSTRAINT|MISMATCH|TOOBIG|RANGE)/;

/**
 * True where a database will never take what it was given. Everything else is the database's own trouble (locked, away,
 * full), and the next try may find it well.
 */
export function isFaultOfRecord(error: unknown): error is Error {
  if (error instanceof BetterSqlite.SqliteError) {
    return SQLITE_CODES.test(error.code);
  }
  if (error instanceof pg.DatabaseError) {
    return PG_CLASSES.some((one) => error.code?.startsWith(one));
  }
  // Values that cannot be bound or written as JSON.
  return error instanceof TypeError || error instanceof RangeError;
}
