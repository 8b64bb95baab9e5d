import type { Kysely } from "kysely";
import { CommandError } from "~server/command-line/command-error";
import { connect } from "~/runtime/database/connect.server";
import { openStore } from "~server/store/open-store";
import type { Store } from "~server/store/open-store";
import type { Schema } from "~server/store/schema";
import { isAsMade, readFirstRows } from "./first-rows";

/**
 * Opens a PostgreSQL database that holds nothing, or the empty tables of Sojourn, and brings those up to date. Throws a
 * {@link CommandError} where it holds anything else; then nothing in it has changed.
 */
export async function openEmptyTarget(databaseUrl: string): Promise<Store> {
  const { host } = new URL(databaseUrl);
  try {
    const { db, close } = await connect<Schema>({ databaseUrl }, {});
    try {
      const tables = await db.introspection.getTables({
        withInternalKyselyTables: true,
      });
      const names = withoutPortal(tables.map(({ name }) => name));
      if (names.length > 0) await refuseForeign(db, names);
    } finally {
      await close();
    }
    return await openStore({ databaseUrl });
  } catch (error) {
    if (error instanceof CommandError || !(error instanceof Error)) throw error;
    throw new CommandError(
      `The PostgreSQL database at ${host} cannot be used: ${error.message}`,
    );
  }
}

/** A portal makes tables for its sessions beside those of the data server; a move leaves them alone. */
export function withoutPortal(names: readonly string[]): string[] {
  return names.filter((name) => !/^(portal_|kept_(forms|steps)$)/.test(name));
}

async function refuseForeign(
  db: Kysely<Schema>,
  names: readonly string[],
): Promise<void> {
  if (!names.includes("kysely_migration") || !names.includes("data_state")) {
    throw new CommandError(
      "The PostgreSQL database holds tables of another program. Make a new one.",
    );
  }
  await refuseFilled(
    db,
    names.filter((name) => !name.startsWith("kysely_")),
  );
}

/** Throws a {@link CommandError} where one of the tables holds what a new database does not. */
export async function refuseFilled(
  db: Kysely<Schema>,
  tables: readonly string[],
): Promise<void> {
  const first = await readFirstRows();
  for (const table of tables) {
    if (!(await isAsMade(db, table, first))) {
      throw new CommandError(
        "The PostgreSQL database has data already, and the move never writes over data. Make a new one.",
      );
    }
  }
}
