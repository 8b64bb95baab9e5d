import path from "node:path";
import type {
  Connected,
  ConnectOptions,
} from "~/runtime/database/connect.server";
import { openDatabase } from "~/runtime/database/open-database.server";
import { migrationsFor } from "./migrations-in-order";
import type { Schema } from "./schema";

export const DATABASE_FILE = "sojourn.db";

export type StoreLocation = { dataDir: string } | { databaseUrl: string };

export type StoreOptions = Pick<
  ConnectOptions,
  "busyLimitMs" | "requestLimits"
>;

export type Store = Connected<Schema>;

/** Opens and migrates a database; two processes may do so at once. Throws if a newer version created it. */
export async function openStore(
  location: StoreLocation,
  options: StoreOptions = {},
): Promise<Store> {
  const place =
    "dataDir" in location
      ? { file: path.join(location.dataDir, DATABASE_FILE) }
      : location;
  return openDatabase<Schema>(place, { migrationsFor }, options);
}
