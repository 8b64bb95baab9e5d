import type { PostgresPool, PostgresPoolClient } from "kysely";
import pg from "pg";

/** How long a server's callers are kept waiting; each then fails as one that is overloaded (`databaseTroubleOf`). */
export interface RequestLimits {
  /** How long to wait for a pooled or new connection. */
  connectionMs: number;
  /** The database then cancels a statement. */
  statementMs: number;
  /** How long to wait for a locked row or table. */
  lockMs: number;
  /** How long to wait for any answer. Longer than a cancellation takes, so only dead connections reach it. */
  answerMs: number;
}

/** Pages give up on a panel after five seconds. Statements may run longer, to fill the cache. */
export const REQUEST_LIMITS: RequestLimits = {
  connectionMs: 4_000,
  statementMs: 15_000,
  lockMs: 4_000,
  answerMs: 20_000,
};

const CONNECTIONS = 10;
const IDLE_MS = 30_000;
const KEEP_ALIVE_AFTER_MS = 10_000;
const COMMAND_CONNECTION_MS = 5_000;
const PG_INT8 = 20;
const PG_NUMERIC = 1700;

interface PoolOptions {
  limits: RequestLimits | null;
  connections?: number | undefined;
}

/**
 * A statement without limits, as for commands, may take as long as it needs. Sessions are set up by statements,
 * because connection poolers refuse unknown start parameters.
 */
export function createPostgresPool(
  databaseUrl: string,
  { limits, connections = CONNECTIONS }: PoolOptions,
): PostgresPool {
  const pool = new pg.Pool({
    connectionString: databaseUrl,
    application_name: "sojourn",
    max: connections,
    connectionTimeoutMillis: limits?.connectionMs ?? COMMAND_CONNECTION_MS,
    idleTimeoutMillis: IDLE_MS,
    ...(limits && { query_timeout: limits.answerMs }),
    keepAlive: true,
    keepAliveInitialDelayMillis: KEEP_ALIVE_AFTER_MS,
    types: { getTypeParser: parserOf },
  });
  // A broken idle connection is replaced by the pool; without a listener it would end the process.
  pool.on("error", () => undefined);
  // Nor has the pool one while a connection is lent, and between two statements of a transaction nobody waits for an answer.
  pool.on("connect", (client) => client.on("error", () => undefined));

  const isSetUp = new WeakSet<pg.PoolClient>();
  return {
    async connect() {
      const client = await pool.connect();
      if (!isSetUp.has(client)) {
        try {
          await client.query(sessionSetUp(limits));
        } catch (error) {
          client.release(true);
          throw error;
        }
        isSetUp.add(client);
      }
      return asKyselyClient(client);
    },
    end: () => pool.end(),
  };
}

/** Turns the just-in-time compiler off: for most of our statements it would take longer than the answer. */
function sessionSetUp(limits: RequestLimits | null): string {
  const statements = ["set jit = off"];
  if (limits) {
    statements.push(
      `set statement_timeout = ${limits.statementMs}`,
      `set lock_timeout = ${limits.lockMs}`,
    );
  }
  return statements.join("; ");
}

/** A connection that did not answer in time is closed: whoever got it next would wait behind the lost statement. */
function asKyselyClient(client: pg.PoolClient): PostgresPoolClient {
  let lost: Error | null = null;
  // Kysely sends text and values, or a cursor; it has no cursor here.
  const query = async (text: string, values: unknown[]) => {
    if (lost) throw lost;
    try {
      return await client.query(text, values);
    } catch (error) {
      if (isUnanswered(error)) lost = error;
      throw error;
    }
  };
  return {
    query: query as unknown as PostgresPoolClient["query"],
    release: () => client.release(lost ?? undefined),
  };
}

function isUnanswered(error: unknown): error is Error {
  return error instanceof Error && error.message === "Query read timeout";
}

/** Counts and sums come as bigint and numeric; all of ours fit a number exactly. */
function parserOf(
  oid: number,
  format?: "text" | "binary",
): (value: string) => unknown {
  return oid === PG_INT8 || oid === PG_NUMERIC
    ? Number
    : (pg.types.getTypeParser(oid, format) as (value: string) => unknown);
}
