import {
  sql,
  type ColumnDefinitionBuilder,
  type Kysely,
  type RawBuilder,
} from "kysely";
import type { Dialect } from "~/runtime/database/connect.server";
import type { Schema } from "./schema";

/** Column types and table options that differ by dialect. */
export interface ColumnTypes {
  /** A whole number of up to 15 digits. On SQLite a primary key of this type is the row id. */
  id: RawBuilder<unknown>;
  bytes: RawBuilder<unknown>;
  generated(column: ColumnDefinitionBuilder): ColumnDefinitionBuilder;
  /** Ends a CREATE TABLE that stores rows in primary-key order. */
  clustered: RawBuilder<unknown>;
}

export function columnTypesOf(dialect: Dialect): ColumnTypes {
  return dialect === "sqlite"
    ? {
        id: sql`integer`,
        bytes: sql`blob`,
        generated: (column) => column.autoIncrement(),
        clustered: sql`without rowid`,
      }
    : {
        id: sql`bigint`,
        bytes: sql`bytea`,
        generated: (column) => column.generatedByDefaultAsIdentity(),
        clustered: sql``,
      };
}

/** Adds an index with the usual name: `table_by_column_and_column`. */
export async function addIndex(
  db: Kysely<Schema>,
  table: string,
  ...columns: string[]
): Promise<void> {
  await db.schema
    .createIndex(`${table}_by_${columns.join("_and_")}`)
    .on(table)
    .columns(columns)
    .execute();
}

/** Refuses changes of `audit_events`, and deletions after the horizon, so a bug in the product cannot make them. */
export function guardAuditEvents(
  db: Kysely<Schema>,
  dialect: Dialect,
): Promise<void> {
  // All rows are kept while there is no horizon.
  const isKept = sql`old.at >= coalesce((select kept_from from audit_horizon where id = 1), '')`;
  return guardRows(db, dialect, "audit_events", isKept);
}

/** Like {@link guardAuditEvents}, for the residents of events: they may go with their event. */
export function guardAuditedResidents(
  db: Kysely<Schema>,
  dialect: Dialect,
): Promise<void> {
  const isKept = sql`exists (select 1 from audit_events where id = old.event_id
    and at >= coalesce((select kept_from from audit_horizon where id = 1), ''))`;
  return guardRows(db, dialect, "audited_residents", isKept);
}

async function guardRows(
  db: Kysely<Schema>,
  dialect: Dialect,
  name: "audit_events" | "audited_residents",
  isKept: RawBuilder<unknown>,
): Promise<void> {
  const table = sql.raw(name);
  if (dialect === "sqlite") {
    await sql`create trigger ${table}_unchanged before update on ${table}
      begin select raise(abort, 'audit events are not changed'); end`.execute(
      db,
    );
    await sql`create trigger ${table}_kept before delete on ${table}
      when ${isKept}
      begin select raise(abort, 'audit events are kept'); end`.execute(db);
    return;
  }
  await sql`create function keep_${table}() returns trigger language plpgsql as $$
    begin
      if tg_op = 'DELETE' and not (${isKept}) then return old; end if;
      raise exception 'audit events are kept and not changed';
    end $$`.execute(db);
  await sql`create trigger ${table}_kept before update or delete on ${table}
    for each row execute function keep_${table}()`.execute(db);
}
