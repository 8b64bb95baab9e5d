import { DataDirInUseError } from "~server/data-dir-lock";

/** An error that the person at the terminal can do something about; shown without a stack. */
export class CommandError extends Error {}

/** What is said at the terminal of an error that ended a command. */
export function describeError(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  const isExpected =
    error instanceof CommandError || error instanceof DataDirInUseError;
  return isExpected ? error.message : `${error.message}\n${error.stack ?? ""}`;
}
