import pg from "pg";
import { DatabaseMovedError } from "./opened-file.server";
import { isUnusable } from "./sqlite-handle.server";

/** Overloaded: too busy, or not in time. Away: unreachable, lost, or in trouble; for SQLite its file is unusable. */
type DatabaseTrouble = "overloaded" | "away";

/** SQLSTATEs, beside those of {@link AWAY_CLASSES}. */
const OF_CODE: Readonly<Record<string, DatabaseTrouble>> = {
  // Cancelled by the time limit of statements, and by that of locks.
  "57014": "overloaded",
  "55P03": "overloaded",
  // It has no connection left; it is starting or stopping, as after a crash under load.
  "53300": "overloaded",
  "57P03": "overloaded",
  // It ends the connection: ordered to stop, another process of it crashed, its database dropped, too long idle.
  "57P01": "away",
  "57P02": "away",
  "57P04": "away",
  "57P05": "away",
  // It takes nobody, or only reads.
  "55000": "away",
  "25006": "away",
  // Its disk or its memory is full.
  "53100": "away",
  "53200": "away",
};

/** Lost connections; trouble of its system, as with its disk. */
const AWAY_CLASSES = /^(08...|580..)$/;

const NO_CONNECTION =
  /^(ECONNREFUSED|ECONNRESET|ECONNABORTED|EPIPE|ENOTFOUND|EAI_AGAIN|ETIMEDOUT|EHOSTUNREACH|ENETUNREACH|EHOSTDOWN)$/;

/** Whole messages of `pg`, which gives them no code. */
const OUT_OF_TIME: ReadonlySet<string> = new Set([
  "timeout exceeded when trying to connect",
  "Connection terminated due to connection timeout",
  "Query read timeout",
]);
const CONNECTION_LOST =
  /^(Connection terminated|Client has encountered a connection error)/;

/** Not the statement's fault: tried again later it may work. Null for all other errors. */
export function databaseTroubleOf(error: unknown): DatabaseTrouble | null {
  if (!(error instanceof Error)) return null;
  if (error instanceof AggregateError) {
    const [first = null, ...others] = error.errors.map(databaseTroubleOf);
    return others.every((other) => other === first) ? first : null;
  }
  if (error instanceof DatabaseMovedError || isUnusable(error)) return "away";
  const code = "code" in error ? String(error.code) : "";
  if (error instanceof pg.DatabaseError) {
    return OF_CODE[code] ?? (AWAY_CLASSES.test(code) ? "away" : null);
  }
  if (OUT_OF_TIME.has(error.message)) return "overloaded";
  const isAway =
    NO_CONNECTION.test(code) || CONNECTION_LOST.test(error.message);
  return isAway ? "away" : null;
}
