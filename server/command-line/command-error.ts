import { DataDirInUseError } from "~server/data-dir-lock";
import { knownTroubleOf } from "./known-trouble";

/** An error the user of the command can fix; shown without a stack. */
export class CommandError extends Error {}

export function describeError(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  const isExpected =
    error instanceof CommandError || error instanceof DataDirInUseError;
  if (isExpected) return error.message;
  return knownTroubleOf(error) ?? `${error.message}\n${error.stack ?? ""}`;
}
