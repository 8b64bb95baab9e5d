import { sql } from "kysely";
import type { Kysely } from "kysely";
import type { Schema } from "~server/store/schema";
import { inOrderOfReference } from "./table-order";

/**
 * Names of all tables of an SQLite store but those of SQLite and of the migrations, each after those that its rows point
 * to. The database is asked, so that no table of a later migration is forgotten.
 */
export async function tablesOf(db: Kysely<Schema>): Promise<string[]> {
  const { rows } = await sql<{ name: string; target: string | null }>`
    select t.name, f."table" as target
    from sqlite_schema t left join pragma_foreign_key_list(t.name) f
    where t.type = 'table'
    order by t.name`.execute(db);
  const tables = new Map<string, string[]>();
  for (const { name, target } of rows) {
    if (/^(sqlite|kysely)_/.test(name)) continue;
    const references = tables.get(name) ?? [];
    if (target !== null) references.push(target);
    tables.set(name, references);
  }
  return inOrderOfReference(
    [...tables].map(([name, references]) => ({ name, references })),
  );
}

/** The highest number that an SQLite table has ever given to a row by itself; 0 where it never did. */
export async function lastNumberOf(
  db: Kysely<Schema>,
  table: string,
): Promise<number> {
  const { rows } = await sql<{ seq: number }>`
    select seq from sqlite_sequence where name = ${table}`.execute(db);
  return rows[0]?.seq ?? 0;
}
