import { sql, type Kysely, type Migration, type SqlBool } from "kysely";
import type { Dialect } from "~/runtime/database/connect.server";
import { columnTypesOf } from "../dialect";
import type { Schema } from "../schema";

export function targetTable(dialect: Dialect): Migration {
  return {
    async up(db: Kysely<Schema>) {
      const types = columnTypesOf(dialect);
      await db.schema
        .createTable("targets")
        .addColumn("id", types.id, (c) => types.generated(c.primaryKey()))
        .addColumn("level", "text", (c) => c.notNull())
        .addColumn("place_id", types.id, (c) => c.notNull())
        .addColumn("measure", "text", (c) => c.notNull())
        .addColumn("hundredths", "integer", (c) => c.notNull())
        .addColumn("starts_on", "integer", (c) => c.notNull())
        .addColumn("reason", "text", (c) => c.notNull())
        .addColumn("version", "integer", (c) => c.notNull())
        .addColumn("user_id", types.id, (c) => c.notNull())
        .addColumn("author", "text", (c) => c.notNull())
        .addColumn("added_at", "text", (c) => c.notNull())
        .addColumn("ended_by", "text")
        .addColumn("ended_at", "text")
        .execute();
      await db.schema
        .createIndex("targets_in_force")
        .unique()
        .on("targets")
        .columns(["level", "place_id", "measure"])
        .where(sql<SqlBool>`ended_at is null`)
        .execute();
    },
  };
}
