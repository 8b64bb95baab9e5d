import { sql, type Kysely, type Transaction } from "kysely";
import { CommandError } from "~server/command-line/command-error";
import type { Store } from "~server/store/open-store";
import type { Schema } from "~server/store/schema";
import { refuseFilled, withoutPortal, countRows } from "./empty-target";

/** Rows of these tables are useless elsewhere: users log in again. */
export const LEFT_OUT: readonly string[] = ["sessions"];

const MAX_BATCH_ROWS = 1_000;
/** Tables with rows of up to 1 MB: file parts and raw messages. */
const MAX_BATCH_FILES = 10;
const TABLES_OF_FILES = ["qies_report_files", "feed_raw"];
/** PostgreSQL accepts 65,535 values per statement, SQLite 32,766. */
const MAX_BATCH_VALUES = 30_000;

export interface CopiedTable {
  name: string;
  rows: number;
}

type Row = Record<string, unknown>;
type AnyTables = Record<string, Row>;

/**
 * Tables after those they refer to. Asks the database, so later migrations are covered; leaves out SQLite's own tables
 * and the migrations.
 */
async function tablesOf(db: Kysely<Schema>): Promise<string[]> {
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
  const ordered: string[] = [];
  while (tables.size > 0) {
    const ready = [...tables].find(([name, references]) =>
      references.every((other) => other === name || ordered.includes(other)),
    );
    if (!ready) throw new Error("tables refer to each other in a circle");
    ordered.push(ready[0]);
    tables.delete(ready[0]);
  }
  return ordered;
}

async function lastNumberOf(
  db: Kysely<Schema>,
  table: string,
): Promise<number> {
  const { rows } = await sql<{ seq: number }>`
    select seq from sqlite_sequence where name = ${table}`.execute(db);
  return rows[0]?.seq ?? 0;
}

/**
 * Copies all rows of a snapshot or none, and compares counts before it commits. Throws a {@link CommandError} if the
 * target is not empty or has other tables.
 */
export async function copyStore(
  source: Store,
  target: Store,
): Promise<CopiedTable[]> {
  return source.db
    .transaction()
    .setAccessMode("read only")
    .execute((from) =>
      target.db.transaction().execute(async (to) => {
        const tables = await tablesOf(from);
        await lockEmpty(to, target.dialect, tables);
        // Remove the migrations' rows; the copy has its own.
        for (const name of [...tables].reverse()) {
          await sql`delete from ${sql.table(name)}`.execute(to);
        }
        const copied: CopiedTable[] = [];
        for (const name of tables) {
          if (LEFT_OUT.includes(name)) continue;
          copied.push({ name, rows: await copyTable(from, to, name) });
          if (target.dialect === "postgres") {
            await continueNumbering(to, name, await lastNumberOf(from, name));
            await sql`analyze ${sql.table(name)}`.execute(to);
          }
        }
        return copied;
      }),
    );
}

/** Keeps servers and imports out until the copy is committed, and checks that the target is empty. */
async function lockEmpty(
  to: Transaction<Schema>,
  dialect: Store["dialect"],
  tables: readonly string[],
): Promise<void> {
  if (dialect === "postgres") {
    await sql`lock table data_state in access exclusive mode`.execute(to);
  }
  const there = await to.introspection.getTables();
  const names = withoutPortal(there.map(({ name }) => name));
  if (names.sort().join() !== [...tables].sort().join()) {
    throw new CommandError(
      "The target database has other tables than the source. Make a new one.",
    );
  }
  await refuseFilled(to, names);
}

async function copyTable(
  from: Transaction<Schema>,
  to: Transaction<Schema>,
  name: string,
): Promise<number> {
  const batchRows = TABLES_OF_FILES.includes(name)
    ? MAX_BATCH_FILES
    : MAX_BATCH_ROWS;
  const expected = await countRows(from, name);
  const rows = (from as unknown as Kysely<AnyTables>)
    .selectFrom(name)
    .selectAll()
    .stream(batchRows);
  let batch: Row[] = [];
  for await (const row of rows) {
    batch.push(row);
    const values = batch.length * Object.keys(row).length;
    if (batch.length < batchRows && values < MAX_BATCH_VALUES) continue;
    await insert(to, name, batch);
    batch = [];
  }
  if (batch.length > 0) await insert(to, name, batch);
  const stored = await countRows(to, name);
  if (stored !== expected) {
    throw new Error(`${name}: ${stored} rows instead of ${expected}`);
  }
  return stored;
}

async function insert(
  to: Transaction<Schema>,
  name: string,
  rows: Row[],
): Promise<void> {
  await (to as unknown as Kysely<AnyTables>)
    .insertInto(name)
    .values(rows)
    .execute();
}

/** Continues the ids after the highest ever used, as SQLite does. */
async function continueNumbering(
  to: Transaction<Schema>,
  table: string,
  last: number,
): Promise<void> {
  if (last === 0) return;
  await sql`
    select setval(pg_get_serial_sequence(
      quote_ident(table_schema) || '.' || quote_ident(table_name), column_name), ${last})
    from information_schema.columns
    where table_schema = current_schema() and table_name = ${table} and is_identity = 'YES'`.execute(
    to,
  );
}
