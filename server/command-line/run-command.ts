import type { Settings } from "~/contract/settings";
import { readSettings } from "~server/env";
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
