import { sql } from "kysely";
import type { Kysely } from "kysely";
import type { Schema } from "~server/store/schema";

/** Number of rows of a table, which is named at run time. */
export async function countRows(
  db: Kysely<Schema>,
  table: string,
): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*) as count from ${sql.table(table)}`.execute(db);
  return rows[0]?.count ?? 0;
}
