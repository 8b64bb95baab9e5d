import { sql } from "kysely";
import { openStore } from "~server/store/open-store";
import type { Store, StoreLocation } from "~server/store/open-store";
import { makeTemporaryFolder } from "~server/testing/temporary-folder";
import { findPostgres } from "../../scripts/test-postgres.mjs";

/** An empty database of its own; closing it deletes it. */
export interface BenchStore extends Store {
  /** Where another process opens the same. */
  location: StoreLocation;
  /** What a database does by itself some time after so much was written. */
  settle(): Promise<void>;
}

/** Null with `why` on standard error's lines where there is no PostgreSQL. */
export async function openBenchStore(
  dialect: Store["dialect"],
  say: (progress: string) => void,
): Promise<BenchStore | null> {
  return dialect === "sqlite" ? openFile() : openPostgres(say);
}

async function openFile(): Promise<BenchStore> {
  const { folder, remove } = makeTemporaryFolder();
  const location = { dataDir: folder };
  const store = await openStore(location);
  return {
    ...store,
    location,
    settle: async () => {
      await sql`pragma wal_checkpoint(truncate)`.execute(store.db);
    },
    async close() {
      await store.close();
      remove();
    },
  };
}

async function openPostgres(
  say: (progress: string) => void,
): Promise<BenchStore | null> {
  const named = process.env.BENCH_DATABASE_URL;
  if (named) process.env.TEST_DATABASE_URL = named;
  const found = await findPostgres();
  if ("missing" in found) {
    say(`no PostgreSQL: ${found.missing}`);
    return null;
  }
  const location = { databaseUrl: found.url };
  const store = await openStore(location);
  return {
    ...store,
    location,
    settle: async () => {
      await sql`vacuum analyze`.execute(store.db);
    },
    async close() {
      await store.close();
      await found.end();
    },
  };
}
