import type { Dialect } from "~/runtime/database/connect.server";
import { openStore, type Store } from "~server/store/open-store";
import { createThrowAwaySchema } from "./open-test-store";
import { makeTemporaryFolder } from "./temporary-folder";

/** As long as a command waits for the write of another: on a busy machine all takes its time. */
const OPTIONS = { busyLimitMs: 60_000 };

/** Where a test and the processes that it starts open the same database. */
export interface StorePlace {
  dataDir: string;
  /** The settings under which a command finds it. */
  env: Record<string, string>;
  open(): Promise<Store>;
  remove(): Promise<void>;
}

/** A place for a database of its own; there is none yet. */
export async function makeStorePlace(dialect: Dialect): Promise<StorePlace> {
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
