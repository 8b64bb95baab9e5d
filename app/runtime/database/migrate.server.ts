import { Migrator, sql } from "kysely";
import type { Kysely, Migration } from "kysely";
import type { Connected } from "./connect.server";

export class NewerDatabaseError extends Error {
  constructor() {
    super(
      "a newer version of Sojourn made the database (use that version, or an older copy of the data)",
    );
    this.name = "NewerDatabaseError";
  }
}

/**
 * Applies all missing migrations or none; safe for two processes at once. Throws a {@link NewerDatabaseError} if it
 * finds unknown ones.
 */
export async function migrate<Schema>(
  { db, dialect }: Pick<Connected<Schema>, "db" | "dialect">,
  known: Readonly<Record<string, Migration>>,
  table = "kysely_migration",
): Promise<void> {
  const migrator = new Migrator({
    db,
    provider: { getMigrations: async () => known },
    migrationTableName: table,
    migrationLockTableName: `${table}_lock`,
    migrationTableSchema:
      dialect === "postgres" ? await currentSchemaOf(db) : undefined,
  });
  const applied = await appliedMigrations(db, table);
  if (applied.some((name) => !(name in known))) {
    throw new NewerDatabaseError();
  }
  // Looking first leaves a server free to start while an import holds the write lock.
  if (applied.length === Object.keys(known).length) return;
  const { error } = await migrator.migrateToLatest();
  if (error instanceof Error) throw error;
  if (error) throw new Error("a migration failed", { cause: error });
}

async function appliedMigrations<Schema>(
  db: Kysely<Schema>,
  table: string,
): Promise<string[]> {
  const tables = await db.introspection.getTables({
    withInternalKyselyTables: true,
  });
  if (!tables.some(({ name }) => name === table)) return [];
  const { rows } = await sql<{ name: string }>`
    select name from ${sql.table(table)}`.execute(db);
  return rows.map(({ name }) => name);
}

async function currentSchemaOf<Schema>(
  db: Kysely<Schema>,
): Promise<string | undefined> {
  const { rows } = await sql<{ name: string }>`
    select current_schema() as name`.execute(db);
  return rows[0]?.name;
}
