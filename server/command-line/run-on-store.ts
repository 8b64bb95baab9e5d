import type { Settings } from "~/contract/settings";
import { readSettings } from "~server/env";
import type { Store } from "~server/store/open-store";
import { isDiskFull } from "~/runtime/database/sqlite-handle.server";
import { describeError } from "./command-error";
import { openConfiguredStore } from "./configured-store";

const FAILED = 1;

/**
 * Runs a command on the configured database and sets the exit status: 0 when it is done, 1 when it is not.
 *
 * @param work returns whether it succeeded
 */
export async function runOnStore(
  work: (store: Store, settings: Settings) => Promise<boolean>,
): Promise<void> {
  const settings = readSettings();
  let store: Store | null = null;
  try {
    store = await openConfiguredStore(settings);
    if (!(await work(store, settings))) {
      process.exitCode = FAILED;
    }
  } catch (error) {
    process.exitCode = FAILED;
    const reason = isDiskFull(error)
      ? "The disk with the data is full."
      : describeError(error);
    process.stderr.write(`${reason}\nNothing was stored.\n`);
  } finally {
    await store?.close();
  }
}
