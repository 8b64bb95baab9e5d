import { createHash } from "node:crypto";
import { sql } from "kysely";
import type { Kysely } from "kysely";
import { z } from "zod";
import { usernameKey } from "~/features/users/rules/username-key";
import {
  insertAuditEvents,
  type AuditedUser,
  type AuditRecord,
} from "~server/audit/audit-events";
import { notFound } from "~server/refusal";
import type { Database, Schema } from "~server/store/schema";
import { isIdle, isStanding } from "./session-limits";
import { revokeSession } from "./session-rows";

const SIGN_INS_SHOWN = 10;

const signInDetails = z.object({ how: z.string() });

/** The live sessions of a user, the newest use first; a use is known to other servers within a minute. */
export async function ownSessions(
  db: Kysely<Schema>,
  userId: number,
  thisId: string,
  now: Date,
) {
  const rows = await liveSessions(db, userId, now);
  return rows.map(({ id, created_at, last_seen_at, of_organisation }) => ({
    id: nameOf(id),
    begunAt: created_at,
    lastUsedAt: id === thisId ? now.toISOString() : last_seen_at,
    isThis: id === thisId,
    isOfOrganisation: of_organisation !== 0,
  }));
}

/** Ends a session of the user by its name in the list; 404 where it is over already. */
export async function endOwnSession(
  db: Database,
  session: string,
  user: AuditedUser,
  at: Date,
  origin: Pick<AuditRecord, "address" | "requestId">,
): Promise<void> {
  const live = await liveSessions(db, user.id, at);
  const found = live.find(({ id }) => nameOf(id) === session);
  if (!found) throw notFound();
  await db.transaction().execute(async (trx) => {
    if (!(await revokeSession(trx, found.id, at.toISOString()))) {
      throw notFound();
    }
    await insertAuditEvents(trx, [
      { action: "end_own_session", at, user, ...origin },
    ]);
  });
}

/** The newest sign-ins of a user, as the audit trail has them. */
export async function ownSignIns(db: Kysely<Schema>, user: AuditedUser) {
  const rows = await db
    .selectFrom("audit_events")
    .where("action", "=", sql.lit("sign_in"))
    .where("user_key", "=", usernameKey(user.username))
    .where("user_id", "=", user.id)
    .select(["at", "address", "details"])
    .orderBy("at", "desc")
    .limit(SIGN_INS_SHOWN)
    .execute();
  return rows.map(({ at, address, details }) => {
    const known = signInDetails.safeParse(JSON.parse(details));
    return { at, address, how: known.success ? known.data.how : null };
  });
}

async function liveSessions(db: Kysely<Schema>, userId: number, now: Date) {
  const rows = await db
    .selectFrom("sessions")
    .leftJoin("organisation_sessions", "session_id", "sessions.id")
    .where("user_id", "=", userId)
    .where("revoked_at", "is", null)
    .select([
      "id",
      "created_at",
      "last_seen_at",
      "revoked_at",
      "of_organisation",
      "good_until",
    ])
    .orderBy("last_seen_at", "desc")
    .execute();
  return rows.filter(
    (row) => isStanding(row, now) && !isIdle(Date.parse(row.last_seen_at), now),
  );
}

/** Tells sessions apart in a list; the id itself is part of tokens. */
function nameOf(id: string): string {
  return createHash("sha256").update(id).digest("base64url").slice(0, 22);
}
