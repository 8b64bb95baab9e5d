import type { Migration } from "kysely";
import type { Dialect } from "~/runtime/database/connect.server";
import { MIGRATIONS_0001_TO_0007 } from "./migrations/0001-to-0007";
import { MIGRATIONS_0008_TO_0022 } from "./migrations/0008-to-0022";
import { MIGRATIONS_FROM_0023 } from "./migrations/0023-on";
import { migrationsOf } from "./migrations/migration-steps";

/** Add new migrations at the end of the last file. Never change a released one: databases know it by its name. */
export function migrationsFor(dialect: Dialect): Record<string, Migration> {
  return migrationsOf(
    {
      ...MIGRATIONS_0001_TO_0007,
      ...MIGRATIONS_0008_TO_0022,
      ...MIGRATIONS_FROM_0023,
    },
    dialect,
  );
}
