import { randomBytes } from "node:crypto";
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import pg from "pg";
import { testDatabaseUrl } from "~server/env";
import type { Dialect } from "~/runtime/database/connect.server";
import type { StoreOptions } from "~server/store/open-store";
import { openStore } from "~server/store/open-store";
import type { Store } from "~server/store/open-store";
import { makeTemporaryFolder } from "./temporary-folder";

/** The database that tests run on: SQLite, or PostgreSQL where `TEST_DATABASE_URL` names one. The gate runs both. */
export const TEST_DIALECTS: readonly Dialect[] = testDatabaseUrl()
  ? ["postgres"]
  : ["sqlite"];

/** True in the gate's second run, which is there for what depends on the database: the rest has had its run. */
export const IS_SECOND_RUN = testDatabaseUrl() !== undefined;

/** An empty database of its own; closing it deletes it. */
export async function openTestStore(
  dialect: Dialect = "sqlite",
  options: StoreOptions = {},
): Promise<Store> {
  return dialect === "sqlite"
    ? openTemporaryFile(options)
    : openThrowAwaySchema(options);
}

const DATABASE_FILE = "sojourn.db";
let emptyDatabase: Promise<Buffer> | undefined;

/** The file of an empty database: a copy of it is there ten times as soon as one that is migrated again. */
async function makeEmptyDatabase(): Promise<Buffer> {
  const { folder, remove } = makeTemporaryFolder();
  const store = await openStore({ dataDir: folder });
  await store.close();
  const content = readFileSync(join(folder, DATABASE_FILE));
  remove();
  return content;
}

async function openTemporaryFile(options: StoreOptions): Promise<Store> {
  const content = await (emptyDatabase ??= makeEmptyDatabase());
  const { folder, remove } = makeTemporaryFolder();
  writeFileSync(join(folder, DATABASE_FILE), content);
  const store = await openStore({ dataDir: folder }, options);
  return {
    ...store,
    async close() {
      await store.close();
      remove();
    },
  };
}

async function openThrowAwaySchema(options: StoreOptions): Promise<Store> {
  const { databaseUrl, drop } = await createThrowAwaySchema();
  const store = await openStore({ databaseUrl }, options);
  return {
    ...store,
    async close() {
      await store.close();
      await drop();
    },
  };
}

/** Address of a new, empty schema in the test PostgreSQL. */
export async function createThrowAwaySchema(): Promise<{
  databaseUrl: string;
  drop(): Promise<void>;
}> {
  const server = testDatabaseUrl();
  if (!server) throw new Error("TEST_DATABASE_URL is not set");
  const schema = `sojourn_test_${randomBytes(8).toString("hex")}`;
  await execute(server, `create schema ${schema}`);
  const address = new URL(server);
  // No test pulls the plug of PostgreSQL, and to compile a query of so few rows takes longer than to run it.
  address.searchParams.set(
    "options",
    `-c search_path=${schema} -c synchronous_commit=off -c jit=off`,
  );
  return {
    databaseUrl: address.href,
    drop: () => execute(server, `drop schema ${schema} cascade`),
  };
}

async function execute(server: string, statement: string): Promise<void> {
  const client = new pg.Client({ connectionString: server });
  await client.connect();
  try {
    await client.query(statement);
  } finally {
    await client.end();
  }
}
