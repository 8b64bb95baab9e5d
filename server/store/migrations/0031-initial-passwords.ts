import type { Kysely, Migration } from "kysely";
import type { Schema } from "../schema";

/** Existing passwords count as chosen by their users. */
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
