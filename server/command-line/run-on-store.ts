import type { Settings } from "~/contract/settings";
import { readSettings } from "~server/env";
import { type Store, openStore } from "~server/store/open-store";
import { emptyLog, logBytes } from "~/runtime/database/log-size.server";
import { LOG_KEPT_BYTES } from "~/runtime/database/sqlite-handle.server";
import { describeError } from "./command-error";

/** Runs a command that opens its own databases. Exits with 1 on an error, and prints `undone` after it. */
export async function runCommand(
  work: (settings: Settings) => Promise<void>,
  undone: string,
): Promise<void> {
  const settings = readSettings();
  try {
    await work(settings);
  } catch (error) {
    process.exitCode = 1;
    process.stderr.write(`${describeError(error)}\n${undone}\n`);
  }
}

const WRONG_SETTINGS = 2;
const READERS_END_WITHIN_MS = 10_000;

/** A command can wait longer for another writer than a server's callers. */
const BUSY_LIMIT_MS = 60_000;

export function openConfiguredStore(settings: Settings): Promise<Store> {
  return openStore(
    settings.DATABASE_URL
      ? { databaseUrl: settings.DATABASE_URL }
      : { dataDir: settings.DATA_DIR },
    { busyLimitMs: BUSY_LIMIT_MS },
  );
}

export function describeStore(settings: Settings): string {
  return settings.DATABASE_URL
    ? `PostgreSQL at ${new URL(settings.DATABASE_URL).host}`
    : settings.DATA_DIR;
}

/**
 * Prints errors and sets the exit status; `work` sets its own to refuse. `refuse` throws before the database opens;
 * `undone` follows an error.
 */
export async function runOnStore(
  work: (store: Store, settings: Settings) => Promise<void>,
  statusOf: (error: unknown) => number,
  refuse: (settings: Settings) => void = () => undefined,
  undone = "Nothing was stored.",
): Promise<void> {
  const settings = readSettings(WRONG_SETTINGS);
  let store: Store | null = null;
  try {
    refuse(settings);
    store = await openConfiguredStore(settings);
    await work(store, settings);
  } catch (error) {
    process.exitCode = statusOf(error);
    process.stderr.write(`${describeError(error)}\n${undone}\n`);
  } finally {
    if (store) await shrinkLog(store);
    await store?.close();
  }
}

/** The log would stay as large as the transaction while a server has the file open. */
async function shrinkLog(store: Store): Promise<void> {
  if (store.file === null || logBytes(store.file) <= LOG_KEPT_BYTES) return;
  try {
    await emptyLog(store, READERS_END_WITHIN_MS);
  } catch {
    // The outcome is printed already; the server empties the log later.
  }
}
