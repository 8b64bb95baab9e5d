import type { Kysely } from "kysely";
import { usernameKey } from "~/domain/users/username-key";
import type { Schema } from "~server/store/schema";

/** Reloads, pages and sorts of one look lie closer together. */
const ONE_LOOK_MS = 3_600_000;

/**
 * When a user last looked at after-hours notes before this look, by the audit trail: the newest view that is at least an hour
 * old. Null for a first look. ISO 8601.
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
