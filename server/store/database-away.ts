import pg from "pg";

/** SQLSTATEs of a server that stops, starts, is full or takes nobody; 08 is the class of lost connections. */
const AWAY = /^(08...|57P0[1-5]|53300|55000)$/;
const NO_CONNECTION =
  /^(ECONNREFUSED|ECONNRESET|ECONNABORTED|EPIPE|ENOTFOUND|EAI_AGAIN|ETIMEDOUT|EHOSTUNREACH|ENETUNREACH|EHOSTDOWN)$/;
/** What the driver says without a code. */
const DRIVERS_WORDS =
  /^(Connection terminated|timeout exceeded when trying to connect|Client has encountered a connection error)/;

/**
 * True for the error of a statement that a PostgreSQL server could not be asked, or did not answer for: nothing is wrong
 * with the statement, and later it may work.
 */
export function isDatabaseAway(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  if (error instanceof AggregateError) {
    return error.errors.length > 0 && error.errors.every(isDatabaseAway);
  }
  const code = "code" in error ? String(error.code) : "";
  if (error instanceof pg.DatabaseError) return AWAY.test(code);
  return NO_CONNECTION.test(code) || DRIVERS_WORDS.test(error.message);
}
