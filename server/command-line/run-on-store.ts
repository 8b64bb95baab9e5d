import type { Settings } from "~/contract/settings";
import { readSettings } from "~server/env";
import { type Store, openStore } from "~server/store/open-store";
import { emptyLog, logBytes } from "~/runtime/database/log-size.server";
import { LOG_KEPT_BYTES } from "~/runtime/database/sqlite-handle.server";
import { describeError } from "./command-error";

/**
 * Runs a command that opens its databases itself, and sets the exit status: 0 when it is done, 1 when it is not. `undone`
 * is said after an error.
 */
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

/** A command can wait for the write of another longer than the callers of a server. */
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
 * Runs a command on the configured database. What it throws is told, and gives the exit status.
 *
 * @param work sets the exit status itself where it refuses
 * @param statusOf the exit status for an error of the command or of the database
 * @param refuse throws where the database is not even to be opened
 * @param undone is said after an error
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
    if (store) await giveBackRoom(store);
    await store?.close();
  }
}

/** A server that has the file open would keep the log of a large transaction as large as it is. */
async function giveBackRoom(store: Store): Promise<void> {
  if (store.file === null || logBytes(store.file) <= LOG_KEPT_BYTES) return;
  try {
    await emptyLog(store, READERS_END_WITHIN_MS);
  } catch {
    // What was done, or why not, is told; the server empties the log later.
  }
}
