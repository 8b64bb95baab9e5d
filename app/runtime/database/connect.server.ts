import { closeSync, mkdirSync, openSync } from "node:fs";
import path from "node:path";
import { Kysely } from "kysely";
import { SojournPostgresDialect } from "./postgres-dialect.server";
import { createPostgresPool, type RequestLimits } from "./postgres-pool.server";
import { SojournSqliteDialect } from "./sqlite-driver.server";
import type { Durability } from "./sqlite-handle.server";

export type Dialect = "sqlite" | "postgres";

export type DatabaseLocation = { file: string } | { databaseUrl: string };

export interface ConnectOptions {
  /** How long a write waits for another process; a server's callers wait seconds, a command longer. SQLite only. */
  busyLimitMs?: number;
  /** SQLite only; the default is `full`. */
  durability?: Durability;
  /** What a server's callers wait for at most; a command, and a migration, waits as long as it takes. PostgreSQL only. */
  requestLimits?: RequestLimits;
  /** The default is ten. PostgreSQL only. */
  connections?: number;
}

export interface Connected<Schema> {
  db: Kysely<Schema>;
  dialect: Dialect;
  file: string | null;
  close(): Promise<void>;
}

const BUSY_LIMIT_MS = 4_000;

/** Opens a database as it is; an SQLite file is made where there is none, readable by this account only. */
export async function connect<Schema>(
  location: DatabaseLocation,
  options: ConnectOptions,
): Promise<Connected<Schema>> {
  if ("databaseUrl" in location) {
    return connectTo(location.databaseUrl, options);
  }
  const { file } = location;
  const { busyLimitMs = BUSY_LIMIT_MS, durability = "full" } = options;
  mkdirSync(path.dirname(file), { recursive: true, mode: 0o700 });
  // Closed to other users from its first byte; SQLite gives its journal files the same mode.
  closeSync(openSync(file, "a", 0o600));
  const dialect = new SojournSqliteDialect(file, { busyLimitMs, durability });
  const db = new Kysely<Schema>({ dialect });
  return { db, dialect: "sqlite", file, close: () => db.destroy() };
}

/** PostgreSQL at an address. Nothing is asked of it until the first statement. */
export function connectTo<Schema>(
  databaseUrl: string,
  {
    requestLimits,
    connections,
  }: Pick<ConnectOptions, "requestLimits" | "connections">,
): Connected<Schema> {
  const pool = createPostgresPool(databaseUrl, {
    limits: requestLimits ?? null,
    connections,
  });
  const dialect = new SojournPostgresDialect({ pool });
  const db = new Kysely<Schema>({ dialect });
  return { db, dialect: "postgres", file: null, close: () => db.destroy() };
}
