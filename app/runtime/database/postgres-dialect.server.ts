import { PostgresDialect, PostgresIntrospector, sql } from "kysely";
import type {
  DatabaseIntrospector,
  DatabaseMetadataOptions,
  Kysely,
  TableMetadata,
} from "kysely";

/** Kysely's dialect, looking at the tables of its own schema alone. */
export class SojournPostgresDialect extends PostgresDialect {
  override createIntrospector(db: Kysely<unknown>): DatabaseIntrospector {
    return new OwnSchemaIntrospector(db);
  }
}

/** Kysely's own fails when somebody else's schema is dropped meanwhile. Migrations alone ask, and need no columns. */
class OwnSchemaIntrospector extends PostgresIntrospector {
  readonly #db: Kysely<unknown>;

  constructor(db: Kysely<unknown>) {
    super(db);
    this.#db = db;
  }

  override async getTables(
    { withInternalKyselyTables }: DatabaseMetadataOptions = {
      withInternalKyselyTables: false,
    },
  ): Promise<TableMetadata[]> {
    const { rows } = await sql<{ name: string; schema: string }>`
      select tablename as name, schemaname as schema
      from pg_catalog.pg_tables
      where schemaname = current_schema()
      order by tablename`.execute(this.#db);
    return rows
      .filter(
        ({ name }) => withInternalKyselyTables || !name.startsWith("kysely_"),
      )
      .map((row) => ({ ...row, isView: false, columns: [] }));
  }
}
