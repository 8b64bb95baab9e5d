import { sql, type Kysely, type Migration } from "kysely";
import type { Schema } from "../schema";

export function lastLogins(): Migration {
  return {
    async up(db: Kysely<Schema>) {
      await db.schema
        .alterTable("users")
        .addColumn("last_login_at", "text")
        .execute();
      await sql`update users set last_login_at = (
        select max(audit_events.at) from audit_events
        where audit_events.action = 'sign_in'
          and audit_events.user_key = users.username_key
          and audit_events.user_id = users.id)`.execute(db);
    },
  };
}
