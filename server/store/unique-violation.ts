import BetterSqlite from "better-sqlite3";
import pg from "pg";
import type { Schema } from "./schema";

const PG_UNIQUE_VIOLATION = "23505";

/** True for a write that violated the unique constraint of a single column. */
export function isUniqueViolation(
  error: unknown,
  table: keyof Schema,
  column: string,
): boolean {
  if (error instanceof BetterSqlite.SqliteError) {
    return (
      error.code === "SQLITE_CONSTRAINT_UNIQUE" &&
      error.message.endsWith(`: ${table}.${column}`)
    );
  }
  return (
    error instanceof pg.DatabaseError &&
    error.code === PG_UNIQUE_VIOLATION &&
    error.constraint === `${table}_${column}_key`
  );
}
