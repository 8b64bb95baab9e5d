import { type Kysely, sql } from "kysely";
import type { EmergencyEntry } from "~/contract/wire";
import { EMERGENCY_SHOWN_DAYS } from "~/features/sign-in/rules/organisation-account/emergency-notices";
import { usernameKey } from "~/features/users/rules/name-rules";
import type { AuditedUser } from "~server/audit/audit-events";
import type { Schema } from "~server/store/schema";

type Db = Kysely<Schema>;

/** How long the user list shows an emergency sign-in; also the period reported to users at their first sign-in. */
const SHOWN_FOR_MS = EMERGENCY_SHOWN_DAYS * 24 * 3_600_000;

/** A list of a few; the audit trail has the rest. */
const MOST_ACCOUNTS = 20;

/** Somebody else may have had the username before. The literal lets SQLite use the index of sign-ins. */
export function signInsOf(db: Db, { id, username }: AuditedUser) {
  return db
    .selectFrom("audit_events")
    .where("action", "=", sql.lit("sign_in"))
    .where("user_key", "=", usernameKey(username))
    .where("user_id", "=", id);
}

export function recentEmergencyEntries(
  db: Db,
  now: Date,
): Promise<EmergencyEntry[]> {
  return emergencyEntriesSince(db, recentStart(now));
}

/**
 * Lists emergency logins for account managers: those since their own last one, which is included if it was one. Call it
 * before recording the login.
 */
export async function emergencyEntriesFor(
  trx: Db,
  { id, username }: AuditedUser,
  now: Date,
): Promise<EmergencyEntry[]> {
  const user = await trx
    .selectFrom("users")
    .where("id", "=", id)
    .select("access_level")
    .executeTakeFirst();
  if (user?.access_level !== "account_manager") return [];
  const { at } = await signInsOf(trx, { id, username })
    .select((one) => one.fn.max("at").as("at"))
    .executeTakeFirstOrThrow();
  return emergencyEntriesSince(trx, at ?? recentStart(now));
}

async function emergencyEntriesSince(
  db: Db,
  since: string,
): Promise<EmergencyEntry[]> {
  const rows = await db
    .selectFrom("audit_events")
    .where("action", "=", "emergency_entry")
    .where("at", ">=", since)
    .where("username", "is not", null)
    .select((one) => [
      one.ref("username").as("username"),
      one.fn.max("at").as("at"),
      one.fn.countAll<number>().as("times"),
    ])
    .groupBy("username")
    .execute();
  return rows
    .flatMap(({ username, at, times }) =>
      username === null ? [] : [{ username, at, times: Number(times) }],
    )
    .sort((a, b) => (a.at < b.at ? 1 : -1))
    .slice(0, MOST_ACCOUNTS);
}

function recentStart(now: Date): string {
  return new Date(now.getTime() - SHOWN_FOR_MS).toISOString();
}
