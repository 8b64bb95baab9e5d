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

/** PostgreSQL with `TEST_DATABASE_URL`, else SQLite; the gate runs both. */
export const TEST_DIALECT: Dialect = testDatabaseUrl() ? "postgres" : "sqlite";

export const TEST_DIALECTS: readonly Dialect[] = [TEST_DIALECT];

/** The gate's second run covers only what depends on the database. */
export const IS_SECOND_RUN = testDatabaseUrl() !== undefined;

/** Closing deletes it. */
export async function openTestStore(
  dialect = TEST_DIALECT,
  options: StoreOptions = {},
): Promise<Store> {
  return dialect === "sqlite"
    ? openTemporaryFile(options)
    : openThrowAwaySchema(options);
}

const DATABASE_FILE = "sojourn.db";
let emptyDatabase: Promise<Buffer> | undefined;

/** Copying it is ten times faster than migrating another. */
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
  // Tests need no durability, and compiling such small queries takes longer than running them.
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
