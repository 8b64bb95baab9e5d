import type { Kysely } from "kysely";
import { usernameKey } from "~/features/users/rules/username-key";
import type { Schema } from "~server/store/schema";

/** Views that are closer together belong to one look: reloads, pages, other orders. */
const ONE_LOOK_MS = 3_600_000;

/**
 * When a user looked at after-hours notes before this look: the newest view in the audit trail that is at least an hour old.
 * ISO 8601; null for a first look.
 */
export async function readLastLook(
  db: Kysely<Schema>,
  username: string,
  now: Date,
): Promise<string | null> {
  const look = await db
    .selectFrom("audit_events")
    .where("user_key", "=", usernameKey(username))
    .where("action", "=", "view_notes")
    .where("at", "<=", new Date(now.getTime() - ONE_LOOK_MS).toISOString())
    .select("at")
    .orderBy("at", "desc")
    .limit(1)
    .executeTakeFirst();
  return look?.at ?? null;
}
