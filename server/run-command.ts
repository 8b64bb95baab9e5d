import type { Settings } from "~/contract/settings";
import { DataDirInUseError } from "./data-dir-lock";
import { readSettings } from "./env";
import { CommandError } from "./import/command-line";

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
    process.stderr.write(`${describe(error)}\n${undone}\n`);
  }
}

function describe(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  const isExpected =
    error instanceof CommandError || error instanceof DataDirInUseError;
  return isExpected ? error.message : `${error.message}\n${error.stack ?? ""}`;
}
