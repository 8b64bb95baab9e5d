import type { Kysely, Migration } from "kysely";
import { columnTypesOf } from "../dialect";
import type { Dialect } from "~/runtime/database/connect.server";
import type { Schema } from "../schema";

export function importTables(dialect: Dialect): Migration {
  return {
    async up(db: Kysely<Schema>) {
      const types = columnTypesOf(dialect);
      await db.schema
        .createTable("imports")
        .addColumn("id", types.id, (c) => types.generated(c.primaryKey()))
        .addColumn("started_at", "text", (c) => c.notNull())
        .addColumn("ended_at", "text", (c) => c.notNull())
        .addColumn("outcome", "text", (c) => c.notNull())
        .addColumn("report", "text", (c) => c.notNull())
        .execute();
    },
  };
}
