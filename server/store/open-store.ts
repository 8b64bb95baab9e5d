import type { Kysely } from "kysely";
import { connect } from "./dialect";
import type { Dialect, StoreLocation, StoreOptions } from "./dialect";
import { migrate } from "./migrate";
import type { Schema } from "./schema";

/** An open database with every migration applied. */
export interface Store {
  db: Kysely<Schema>;
  dialect: Dialect;
  close(): Promise<void>;
}

/**
 * Opens the database of a data folder (SQLite) or of an address (PostgreSQL) and brings its tables up to date.
 * Safe when two processes do it at once. Throws when the database was made by a newer version.
 */
export async function openStore(
  location: StoreLocation,
  options: StoreOptions = {},
): Promise<Store> {
  const { requestLimits, ...unlimited } = options;
  const store = await connect(location, unlimited);
  try {
    await migrate(store.db, store.dialect);
  } catch (error) {
    await store.close();
    throw error;
  }
  if (!requestLimits || store.dialect === "sqlite") return store;
  await store.close();
  return connect(location, options);
}
