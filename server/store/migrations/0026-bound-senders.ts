import type { Kysely, Migration } from "kysely";
import type { Schema } from "../schema";

/** Where messages of a sender may come from, and where one came from that is not accepted yet. What is stored already was accepted. */
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
