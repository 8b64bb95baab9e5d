import type { Kysely, Migration } from "kysely";
import type { Dialect } from "~/runtime/database/connect.server";
import { columnTypesOf } from "../dialect";
import type { Schema } from "../schema";

export function secondFactorTables(dialect: Dialect): Migration {
  const { id } = columnTypesOf(dialect);
  return {
    async up(db: Kysely<Schema>) {
      await db.schema
        .createTable("second_factors")
        .addColumn("user_id", id, (c) =>
          c.notNull().primaryKey().references("users.id").onDelete("cascade"),
        )
        .addColumn("sealed_key", "text", (c) => c.notNull())
        .addColumn("last_step", "bigint", (c) => c.notNull())
        .addColumn("created_at", "text", (c) => c.notNull())
        .execute();
      await db.schema
        .createTable("recovery_codes")
        .addColumn("user_id", id, (c) =>
          c.notNull().references("users.id").onDelete("cascade"),
        )
        .addColumn("code_hash", "text", (c) => c.notNull())
        .addPrimaryKeyConstraint("recovery_codes_key", ["user_id", "code_hash"])
        .execute();
      await db.schema
        .createTable("second_factor_rules")
        .addColumn("access_level", "text", (c) => c.notNull().primaryKey())
        .addColumn("required_from", "text", (c) => c.notNull())
        .execute();
    },
  };
}
