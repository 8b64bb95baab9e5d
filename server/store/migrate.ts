import { Migrator } from "kysely";
import type { Kysely, Migration } from "kysely";
import { currentSchemaOf } from "./dialect";
import type { Dialect } from "./dialect";
import { initialTables } from "./migrations/0001-initial";
import { reportTables } from "./migrations/0002-reports";
import { auditTables } from "./migrations/0003-audit";
import { reportFileTables } from "./migrations/0004-report-files";
import type { Schema } from "./schema";

/**
 * Every migration, oldest first. A new one goes to `migrations/NNNN-what-it-does.ts` and is added at the end; one
 * that has been released is never changed.
 */
function migrationsFor(dialect: Dialect): Record<string, Migration> {
  return {
    "0001-initial": initialTables(dialect),
    "0002-reports": reportTables(dialect),
    "0003-audit": auditTables(dialect),
    "0004-report-files": reportFileTables(dialect),
  };
}

/** Applies the migrations that a database lacks, all or none. Two processes may do it at once. */
export async function migrate(
  db: Kysely<Schema>,
  dialect: Dialect,
): Promise<void> {
  const known = migrationsFor(dialect);
  const migrator = new Migrator({
    db,
    provider: { getMigrations: async () => known },
    migrationTableSchema: await currentSchemaOf(db, dialect),
  });
  const applied = await appliedMigrations(db);
  if (applied.some((name) => !(name in known))) {
    throw new Error(
      "a newer version of Sojourn made the database (use that version, or an older copy of the data)",
    );
  }
  // Looking first leaves a server free to start while an import holds the write lock.
  if (applied.length === Object.keys(known).length) return;
  const { error } = await migrator.migrateToLatest();
  if (error instanceof Error) throw error;
  if (error) throw new Error("a migration failed", { cause: error });
}

async function appliedMigrations(db: Kysely<Schema>): Promise<string[]> {
  const tables = await db.introspection.getTables({
    withInternalKyselyTables: true,
  });
  if (!tables.some(({ name }) => name === "kysely_migration")) return [];
  const rows = await db
    .withTables<{ kysely_migration: { name: string } }>()
    .selectFrom("kysely_migration")
    .select("name")
    .execute();
  return rows.map((row) => row.name);
}
