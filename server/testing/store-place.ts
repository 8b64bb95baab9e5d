import { openStore, type Store } from "~server/store/open-store";
import { createThrowAwaySchema, TEST_DIALECT } from "./open-test-store";
import { makeTemporaryFolder } from "./temporary-folder";

/** Commands wait this long for another writer, and busy machines are slow. */
const OPTIONS = { busyLimitMs: 60_000 };

export interface StorePlace {
  dataDir: string;
  /** A command finds it by these settings. */
  env: Record<string, string>;
  open(): Promise<Store>;
  remove(): Promise<void>;
}

/** A free place; nothing exists there yet. */
export async function makeStorePlace(
  dialect = TEST_DIALECT,
): Promise<StorePlace> {
  const { folder: dataDir, remove } = makeTemporaryFolder();
  if (dialect === "sqlite") {
    return {
      dataDir,
      env: { DATA_DIR: dataDir },
      open: () => openStore({ dataDir }, OPTIONS),
      remove: async () => remove(),
    };
  }
  const { databaseUrl, drop } = await createThrowAwaySchema();
  return {
    dataDir,
    env: { DATA_DIR: dataDir, DATABASE_URL: databaseUrl },
    open: () => openStore({ databaseUrl }, OPTIONS),
    async remove() {
      await drop();
      remove();
    },
  };
}
