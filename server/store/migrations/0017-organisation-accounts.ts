import type { Kysely, Migration } from "kysely";
import type { Dialect } from "~/runtime/database/connect.server";
import { columnTypesOf } from "../dialect";
import type { Schema } from "../schema";

export function organisationAccountTables(dialect: Dialect): Migration {
  const { id } = columnTypesOf(dialect);
  return {
    async up(db: Kysely<Schema>) {
      await db.schema
        .createTable("organisation_accounts")
        .addColumn("issuer", "text", (c) => c.notNull())
        .addColumn("subject", "text", (c) => c.notNull())
        .addColumn("user_id", id, (c) =>
          c.notNull().references("users.id").onDelete("cascade"),
        )
        .addColumn("linked_at", "text", (c) => c.notNull())
        .addPrimaryKeyConstraint("organisation_accounts_key", [
          "issuer",
          "subject",
        ])
        // The issuer may change, so a user can have an account of each.
        .addUniqueConstraint("organisation_accounts_of_user", [
          "user_id",
          "issuer",
        ])
        .execute();
      await db.schema
        .createTable("link_codes")
        .addColumn("user_id", id, (c) =>
          c.notNull().primaryKey().references("users.id").onDelete("cascade"),
        )
        .addColumn("code_hash", "text", (c) => c.notNull().unique())
        .addColumn("expires_at", "text", (c) => c.notNull())
        .execute();
      await db.schema
        .createTable("used_tickets")
        .addColumn("ticket", "text", (c) => c.notNull().primaryKey())
        .addColumn("until", "text", (c) => c.notNull())
        .execute();
      await db.schema
        .alterTable("sessions")
        .addColumn("of_organisation", "integer", (c) =>
          c.notNull().defaultTo(0),
        )
        .execute();
    },
  };
}
