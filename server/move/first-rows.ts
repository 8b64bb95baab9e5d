import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { sql } from "kysely";
import type { Kysely } from "kysely";
import { openStore } from "~server/store/open-store";
import type { Schema } from "~server/store/schema";
import { countRows } from "./count-rows";

type Row = Record<string, unknown>;

/** The rows that a new database has before anybody used it, by table: what the migrations put there. */
export type FirstRows = ReadonlyMap<string, readonly Row[]>;

/** Makes a new database to read them from, so that no row of a later migration is forgotten. */
export async function readFirstRows(): Promise<FirstRows> {
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

/** True where a table holds what it held when it was made, and nothing else. */
export async function isAsMade(
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
