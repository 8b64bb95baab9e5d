import type { Kysely, Migration } from "kysely";
import type { Dialect } from "~/runtime/database/connect.server";
import { columnTypesOf } from "../dialect";
import type { Schema } from "../schema";

export function passkeyTables(dialect: Dialect): Migration {
  const { id } = columnTypesOf(dialect);
  return {
    async up(db: Kysely<Schema>) {
      await db.schema
        .createTable("passkeys")
        .addColumn("credential_id", "text", (c) => c.notNull().primaryKey())
        .addColumn("user_id", id, (c) =>
          c.notNull().references("users.id").onDelete("cascade"),
        )
        .addColumn("public_key", "text", (c) => c.notNull())
        .addColumn("counter", "bigint", (c) => c.notNull())
        .addColumn("transports", "text", (c) => c.notNull())
        .addColumn("name", "text", (c) => c.notNull())
        .addColumn("created_at", "text", (c) => c.notNull())
        .addColumn("last_used_at", "text")
        .addColumn("last_asked", "bigint", (c) => c.notNull())
        .execute();
      await db.schema
        .createIndex("passkeys_of_user")
        .on("passkeys")
        .column("user_id")
        .execute();
    },
  };
}
