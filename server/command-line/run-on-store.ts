import type { Settings } from "~/contract/settings";
import { readSettings } from "~server/env";
import type { Store } from "~server/store/open-store";
import { describeError } from "./command-error";
import { openConfiguredStore } from "./configured-store";

/** Exit status of a command whose settings are wrong. */
const WRONG_SETTINGS = 2;

/**
 * Runs a command on the configured database. What it throws is told, and gives the exit status.
 *
 * @param work sets the exit status itself where it refuses
 * @param statusOf the exit status for an error of the command or of the database
 */
export async function runOnStore(
  work: (store: Store, settings: Settings) => Promise<void>,
  statusOf: (error: unknown) => number,
): Promise<void> {
  const settings = readSettings(WRONG_SETTINGS);
  let store: Store | null = null;
  try {
    store = await openConfiguredStore(settings);
    await work(store, settings);
  } catch (error) {
    process.exitCode = statusOf(error);
    process.stderr.write(`${describeError(error)}\nNothing was stored.\n`);
  } finally {
    await store?.close();
  }
}
