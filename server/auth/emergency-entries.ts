import { type Kysely, sql } from "kysely";
import type { EmergencyEntry } from "~/contract/emergency-entry";
import { EMERGENCY_SHOWN_DAYS } from "~/features/sign-in/rules/organisation-account/emergency-notices";
import { usernameKey } from "~/features/users/rules/username-key";
import type { AuditedUser } from "~server/audit/audit-events";
import type { Schema } from "~server/store/schema";

type Db = Kysely<Schema>;

/** How long a use of an emergency account is shown in the list of users, and told to whoever never signed in before. */
const SHOWN_FOR_MS = EMERGENCY_SHOWN_DAYS * 24 * 3_600_000;

/** There are few of them; what is more is in the audit trail. */
const MOST_ACCOUNTS = 20;

export function lateEmergencyEntries(
  db: Db,
  now: Date,
): Promise<EmergencyEntry[]> {
  return emergencyEntriesSince(db, lateStart(now));
}

/**
 * What an account manager is told at a sign-in, before that is recorded: uses since their own one before, and that one
 * itself where it was such a use. Nothing to anybody else.
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
  const { at } = await trx
    .selectFrom("audit_events")
    // The literal lets SQLite use the index of sign-ins.
    .where("action", "=", sql.lit("sign_in"))
    .where("user_key", "=", usernameKey(username))
    .where("user_id", "=", id)
    .select((one) => one.fn.max("at").as("at"))
    .executeTakeFirstOrThrow();
  return emergencyEntriesSince(trx, at ?? lateStart(now));
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

function lateStart(now: Date): string {
  return new Date(now.getTime() - SHOWN_FOR_MS).toISOString();
}
