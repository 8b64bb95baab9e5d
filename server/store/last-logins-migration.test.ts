import { sql } from "kysely";
import { expect, it } from "vitest";
import { openTestStore, TEST_DIALECTS } from "~server/testing/open-test-store";
import { lastLogins } from "./migrations/0030-last-logins";

it.each(TEST_DIALECTS)(
  "the audit trail tells when present users last logged in, on %s",
  async (dialect) => {
    const { db, close } = await openTestStore(dialect);
    try {
      await db.schema.alterTable("users").dropColumn("last_login_at").execute();
      for (const name of ["ada", "bea"]) {
        await sql`insert into users (username, username_key, firstname, lastname, password_hash,
          access_level, access_level_id, isnp_only, version, created_at, updated_at)
          values (${name}, ${name}, 'A', 'B', '!', 'company', '0', 0, 1, '2026-01-01', '2026-01-01')`.execute(
          db,
        );
      }
      const record = (at: string, action: string) =>
        sql`insert into audit_events (at, action, user_id, username, user_key, details)
          select ${at}, ${action}, id, username, username_key, '{}' from users where username = 'ada'`.execute(
          db,
        );
      await record("2026-03-02", "sign_in");
      await record("2026-03-01", "sign_in");
      await record("2026-03-03", "sign_out");
      await db.transaction().execute((trx) => lastLogins().up(trx));
      const rows = await db
        .selectFrom("users")
        .select(["username", "last_login_at"])
        .orderBy("username")
        .execute();
      expect(rows).toEqual([
        { username: "ada", last_login_at: "2026-03-02" },
        { username: "bea", last_login_at: null },
      ]);
    } finally {
      await close();
    }
  },
);
