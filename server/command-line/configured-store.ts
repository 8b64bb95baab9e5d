import type { Settings } from "~/contract/settings";
import { openStore, type Store } from "~server/store/open-store";

/** A command can wait for the write of another longer than the callers of a server. */
const BUSY_LIMIT_MS = 60_000;

/** The database that the settings name. */
export function openConfiguredStore(settings: Settings): Promise<Store> {
  return openStore(
    settings.DATABASE_URL
      ? { databaseUrl: settings.DATABASE_URL }
      : { dataDir: settings.DATA_DIR },
    { busyLimitMs: BUSY_LIMIT_MS },
  );
}

/** Where the data are, without what is secret in an address. */
export function describeStore(settings: Settings): string {
  return settings.DATABASE_URL
    ? `PostgreSQL at ${new URL(settings.DATABASE_URL).host}`
    : settings.DATA_DIR;
}
