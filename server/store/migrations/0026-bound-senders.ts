import type { Kysely, Migration } from "kysely";
import type { Schema } from "../schema";

/** Stored messages count as accepted. */
export function boundSenders(): Migration {
  return {
    async up(db: Kysely<Schema>) {
      await db.schema
        .alterTable("senders")
        .addColumn("bound_to", "text", (c) => c.notNull().defaultTo(""))
        .execute();
      await db.schema
        .alterTable("feed_messages")
        .addColumn("came_from", "text")
        .execute();
    },
  };
}
