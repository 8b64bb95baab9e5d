import type { Kysely, Migration } from "kysely";
import type { Schema } from "../schema";

/** Until when a password that somebody else has set is good. Passwords that are there already are their users' own. */
export function initialPasswords(): Migration {
  return {
    async up(db: Kysely<Schema>) {
      await db.schema
        .alterTable("users")
        .addColumn("password_initial_until", "text")
        .execute();
    },
  };
}
