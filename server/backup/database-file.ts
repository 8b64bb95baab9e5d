import { closeSync, fsyncSync, openSync } from "node:fs";
import BetterSqlite from "better-sqlite3";
import { CommandError } from "~server/command-line/command-error";

export interface DatabaseFacts {
  /** Names of applied migrations, oldest first. */
  migrations: string[];
  version: number;
  origin: string;
  importedAt: string | null;
}

/** Checks for an intact Sojourn database of any version. Throws a {@link CommandError} with the problem. */
export function checkDatabaseFile(
  file: string,
  shownAs: string,
): DatabaseFacts {
  try {
    const database = new BetterSqlite(file, {
      readonly: true,
      fileMustExist: true,
    });
    try {
      const damage = database.pragma("integrity_check(1)", { simple: true });
      if (damage !== "ok") {
        throw new CommandError(`${shownAs} is damaged: ${String(damage)}`);
      }
      return readFacts(database, shownAs);
    } finally {
      database.close();
    }
  } catch (error) {
    if (!(error instanceof BetterSqlite.SqliteError)) throw error;
    throw new CommandError(`${shownAs} cannot be read: ${error.message}.`);
  }
}

function readFacts(
  database: BetterSqlite.Database,
  shownAs: string,
): DatabaseFacts {
  const tables = database
    .prepare(
      "select count(*) from sqlite_schema where type = 'table' and name in ('kysely_migration', 'data_state')",
    )
    .pluck()
    .get();
  if (tables !== 2) {
    throw new CommandError(`${shownAs} is not a Sojourn database.`);
  }
  const migrations = database
    .prepare<[], string>("select name from kysely_migration order by name")
    .pluck()
    .all();
  const state = database
    .prepare<[], Omit<DatabaseFacts, "migrations">>(
      "select version, origin, imported_at as importedAt from data_state",
    )
    .get();
  if (!state) throw new CommandError(`${shownAs} is not a Sojourn database.`);
  return { migrations, ...state };
}

export function describeFacts(facts: DatabaseFacts): string {
  const data = {
    empty: "no data yet",
    demo: "the demo organisation",
    import: `data imported at ${facts.importedAt ?? "an unknown time"}`,
  }[facts.origin];
  return `${data ?? facts.origin}, data version ${facts.version}, tables as of ${facts.migrations.at(-1) ?? "nothing"}`;
}

/** Flushes a file, or a folder's entries, to disk. */
export function flush(path: string): void {
  const descriptor = openSync(path, "r");
  try {
    fsyncSync(descriptor);
  } finally {
    closeSync(descriptor);
  }
}
