import { parseArgs } from "node:util";
import type { Settings } from "~/contract/settings";
import { readSettings } from "~server/env";
import { openStore, type Store } from "~server/store/open-store";
import { isDiskFull } from "~server/store/sqlite-handle";
import { FolderError } from "./census-folder";
import { ImportConflict } from "./import-conflict";

const FAILED = 1;
/** A command can wait for the write of another longer than the callers of a server. */
const BUSY_LIMIT_MS = 60_000;

/** The one path that an import is given, and whether `--replace` is; null where its usage is to be shown. */
export function readImportArguments(): {
  path: string;
  replace: boolean;
} | null {
  try {
    const { values, positionals } = parseArgs({
      allowPositionals: true,
      options: {
        replace: { type: "boolean", default: false },
        help: { type: "boolean", default: false },
      },
    });
    const [path, ...others] = positionals;
    return path && others.length === 0 && !values.help
      ? { path, replace: values.replace }
      : null;
  } catch {
    return null;
  }
}

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

/** An error that the person at the terminal can do something about; shown without a stack. */
export class CommandError extends Error {}

function isExpected(error: unknown): boolean {
  return (
    error instanceof CommandError ||
    error instanceof FolderError ||
    error instanceof ImportConflict
  );
}

function describe(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  if (isDiskFull(error)) return "The disk with the data is full.";
  return isExpected(error)
    ? error.message
    : `${error.message}\n${error.stack ?? ""}`;
}

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
    process.stderr.write(`${describe(error)}\nNothing was stored.\n`);
  } finally {
    await store?.close();
  }
}
