import path from "node:path";
import type {
  Connected,
  ConnectOptions,
} from "~/runtime/database/connect.server";
import { openDatabase } from "~/runtime/database/open-database.server";
import { migrationsFor } from "./migrations-in-order";
import type { Schema } from "./schema";

/** Name of the SQLite database in a data folder. */
export const DATABASE_FILE = "sojourn.db";

export type StoreLocation = { dataDir: string } | { databaseUrl: string };

export type StoreOptions = Pick<
  ConnectOptions,
  "busyLimitMs" | "requestLimits"
>;

/** An open database with every migration applied. */
export type Store = Connected<Schema>;

/**
 * Opens the database of a data folder (SQLite) or of an address (PostgreSQL) and brings its tables up to date.
 * Safe when two processes do it at once. Throws when the database was made by a newer version.
 */
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
