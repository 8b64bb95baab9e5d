import type { Kysely, Migration } from "kysely";
import type { Dialect } from "~/runtime/database/connect.server";
import { columnTypesOf } from "../dialect";
import type { Schema } from "../schema";

export function signalVisitTables(dialect: Dialect): Migration {
  return {
    async up(db: Kysely<Schema>) {
      await db.schema
        .createTable("signal_visits")
        .addColumn("user_id", columnTypesOf(dialect).id, (c) =>
          c.notNull().primaryKey().references("users.id").onDelete("cascade"),
        )
        .addColumn("signed_in_at", "text", (c) => c.notNull())
        .addColumn("known_before", "text", (c) => c.notNull())
        .addColumn("known_now", "text", (c) => c.notNull())
        .execute();
    },
  };
}
