import type { Kysely, Migration } from "kysely";
import type { Dialect } from "~/runtime/database/connect.server";
import { columnTypesOf } from "../dialect";
import type { Schema } from "../schema";

export function groupTables(dialect: Dialect): Migration {
  const { id, generated } = columnTypesOf(dialect);
  return {
    async up(db: Kysely<Schema>) {
      await db.schema
        .createTable("group_rules")
        .addColumn("id", id, (c) => generated(c.primaryKey()))
        .addColumn("name", "text", (c) => c.notNull().unique())
        .addColumn("label", "text", (c) => c.notNull())
        .addColumn("access_level", "text", (c) => c.notNull())
        .addColumn("access_level_id", "text", (c) => c.notNull())
        .addColumn("isnp_only", "integer", (c) => c.notNull())
        .addColumn("version", "integer", (c) => c.notNull())
        .execute();
      await db.schema
        .createTable("organisation_sessions")
        .addColumn("session_id", "text", (c) =>
          c
            .notNull()
            .primaryKey()
            .references("sessions.id")
            .onDelete("cascade"),
        )
        .addColumn("issuer", "text", (c) => c.notNull())
        .addColumn("subject", "text", (c) => c.notNull())
        .addColumn("provider_session", "text")
        .addColumn("sealed_refresh", "text")
        .addColumn("due_at", "text", (c) => c.notNull())
        .addColumn("good_until", "text", (c) => c.notNull())
        .execute();
      await db.schema
        .createIndex("organisation_sessions_of_person")
        .on("organisation_sessions")
        .columns(["issuer", "subject"])
        .execute();
      await db.schema
        .alterTable("organisation_accounts")
        .addColumn("by_groups", "integer", (c) => c.notNull().defaultTo(0))
        .execute();
      await db.schema
        .alterTable("users")
        .addColumn("emergency_entry", "integer", (c) =>
          c.notNull().defaultTo(0),
        )
        .execute();
    },
  };
}
