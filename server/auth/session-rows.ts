import type { Kysely, Selectable } from "kysely";
import type { Schema } from "~server/store/schema";

export type SessionRow = NonNullable<Awaited<ReturnType<typeof findSession>>>;

type Db = Kysely<Schema>;

export type OrganisationHold = Omit<
  Selectable<Schema["organisation_sessions"]>,
  "session_id"
>;

/** Null if the session does not exist or its user was deleted. */
export async function findSession(db: Db, id: string) {
  const row = await db
    .selectFrom("sessions")
    .innerJoin("users", "users.id", "sessions.user_id")
    .leftJoin("second_factors", "second_factors.user_id", "users.id")
    .leftJoin(
      "second_factor_rules",
      "second_factor_rules.access_level",
      "users.access_level",
    )
    .leftJoin(
      "organisation_sessions",
      "organisation_sessions.session_id",
      "sessions.id",
    )
    .where("sessions.id", "=", id)
    .select([
      "sessions.user_id",
      "sessions.refresh_hash",
      "sessions.previous_refresh_hash",
      "sessions.rotated_at",
      "sessions.created_at",
      "sessions.last_seen_at",
      "sessions.revoked_at",
      "sessions.of_organisation",
      "users.username",
      "users.access_level",
      "users.access_level_id",
      "users.isnp_only",
      // 1 if they may use a password where only the organisation's login is allowed.
      "users.emergency_entry",
      // Null if the user chose the password.
      "users.password_initial_until",
      "second_factors.user_id as factor_of",
      "second_factor_rules.required_from as factor_required_from",
      // Null for a password session, as are the next: when to ask about it, and how long it stays valid without an answer.
      "organisation_sessions.issuer as session_issuer",
      "organisation_sessions.due_at",
      "organisation_sessions.good_until",
    ])
    .executeTakeFirst();
  return row ?? null;
}

export async function insertSession(
  db: Db,
  session: {
    id: string;
    userId: number;
    refreshHash: string;
    now: string;
    ofOrganisation: OrganisationHold | null;
  },
): Promise<void> {
  await db
    .insertInto("sessions")
    .values({
      id: session.id,
      user_id: session.userId,
      refresh_hash: session.refreshHash,
      previous_refresh_hash: null,
      rotated_at: session.now,
      created_at: session.now,
      last_seen_at: session.now,
      revoked_at: null,
      of_organisation: session.ofOrganisation ? 1 : 0,
    })
    .execute();
  if (!session.ofOrganisation) return;
  await db
    .insertInto("organisation_sessions")
    .values({ ...session.ofOrganisation, session_id: session.id })
    .execute();
}

/** Replaces `presented` by `next`; false if another request did so first. */
export async function rotateRefreshHash(
  db: Db,
  id: string,
  hashes: { presented: string; next: string },
  now: string,
): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable("sessions")
    .set({
      refresh_hash: hashes.next,
      previous_refresh_hash: hashes.presented,
      rotated_at: now,
      last_seen_at: now,
    })
    .where("id", "=", id)
    .where("refresh_hash", "=", hashes.presented)
    .where("revoked_at", "is", null)
    .executeTakeFirstOrThrow();
  return numUpdatedRows === 1n;
}

export async function saveLastSeen(
  db: Db,
  id: string,
  at: string,
): Promise<void> {
  await db
    .updateTable("sessions")
    .set({ last_seen_at: at })
    .where("id", "=", id)
    .where("last_seen_at", "<", at)
    .execute();
}

/** False if the session was already over. */
export async function revokeSession(
  db: Db,
  id: string,
  at: string,
): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable("sessions")
    .set({ revoked_at: at })
    .where("id", "=", id)
    .where("revoked_at", "is", null)
    .executeTakeFirstOrThrow();
  return numUpdatedRows === 1n;
}

/** Ends a user's sessions after a change of rights or password, except the one that made it. */
export async function revokeSessionsOf(
  db: Db,
  userId: number,
  {
    at,
    except,
    byPassword,
  }: { at: string; except?: string; byPassword?: true },
): Promise<void> {
  let sessions = db
    .updateTable("sessions")
    .set({ revoked_at: at })
    .where("user_id", "=", userId)
    .where("revoked_at", "is", null);
  if (except !== undefined) sessions = sessions.where("id", "!=", except);
  if (byPassword) sessions = sessions.where("of_organisation", "=", 0);
  await sessions.execute();
}

export async function deleteSessionsBefore(
  db: Db,
  before: string,
): Promise<void> {
  await db.deleteFrom("sessions").where("created_at", "<", before).execute();
}
