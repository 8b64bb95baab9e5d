import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { type Kysely, sql } from "kysely";
import { CommandError } from "~server/command-line/command-error";
import { connect } from "~/runtime/database/connect.server";
import { openStore, type Store } from "~server/store/open-store";
import type { Schema } from "~server/store/schema";

/** Accepts only empty tables of Sojourn, and migrates them. Else throws a {@link CommandError} and changes nothing. */
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

/** Leaves out the portal's session tables, which a move ignores. */
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

type Row = Record<string, unknown>;

/** Rows of a new database by table, as the migrations insert them. */
type FirstRows = ReadonlyMap<string, readonly Row[]>;

/** Reads them from a new database, so later migrations are covered. */
async function readFirstRows(): Promise<FirstRows> {
  const folder = mkdtempSync(path.join(tmpdir(), "sojourn-new-"));
  try {
    const { db, close } = await openStore({ dataDir: folder });
    try {
      const rows = new Map<string, Row[]>();
      for (const { name } of await db.introspection.getTables()) {
        const found = await rowsOf(db, name);
        if (found.length > 0) rows.set(name, found);
      }
      return rows;
    } finally {
      await close();
    }
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

export async function countRows(
  db: Kysely<Schema>,
  table: string,
): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*) as count from ${sql.table(table)}`.execute(db);
  return rows[0]?.count ?? 0;
}

/** True if a table holds exactly its first rows. */
async function hasFirstRows(
  db: Kysely<Schema>,
  table: string,
  first: FirstRows,
): Promise<boolean> {
  const expected = first.get(table) ?? [];
  if ((await countRows(db, table)) !== expected.length) return false;
  if (expected.length === 0) return true;
  const inOrder = (rows: readonly Row[]) => rows.map(textOf).sort().join("\n");
  return inOrder(await rowsOf(db, table)) === inOrder(expected);
}

async function rowsOf(db: Kysely<Schema>, table: string): Promise<Row[]> {
  const { rows } = await sql<Row>`select * from ${sql.table(table)}`.execute(
    db,
  );
  return rows;
}

function textOf(row: Row): string {
  const columns = Object.keys(row).sort();
  return JSON.stringify(columns.map((column) => [column, row[column]]));
}

/** Throws a {@link CommandError} if a table holds more than a new database. */
export async function refuseFilled(
  db: Kysely<Schema>,
  tables: readonly string[],
): Promise<void> {
  const first = await readFirstRows();
  for (const table of tables) {
    if (!(await hasFirstRows(db, table, first))) {
      throw new CommandError(
        "The PostgreSQL database has data already, and the move never writes over data. Make a new one.",
      );
    }
  }
}
