import type { Kysely, Selectable } from "kysely";
import type { Schema, UserTable, SessionTable } from "~server/store/schema";

/** A session with the user whose it is, as both are now. */
export type SessionRow = Omit<Selectable<SessionTable>, "id"> &
  Pick<
    UserTable,
    "username" | "access_level" | "access_level_id" | "isnp_only"
  > & {
    /** Whether they may log in with a password where only the organisation's login is for the others. */
    emergency_entry: number;
    /** Null where the password is the user's own. */
    password_initial_until: string | null;
    /** Null where the user has no second factor. */
    factor_of: number | null;
    /** Day from which their level needs one. */
    factor_required_from: string | null;
    /** Of the organisation's login where it began; null for one that began by password. */
    session_issuer: string | null;
    /** When the organisation's login is asked about the session; null for one that began by password. */
    due_at: string | null;
    /** How long it is good without an answer. */
    good_until: string | null;
  };

type Db = Kysely<Schema>;

/** What a session that began at the organisation's login keeps of it. */
export type OrganisationHold = Omit<
  Selectable<Schema["organisation_sessions"]>,
  "session_id"
>;

/** Null when there is no such session, or its user is gone. */
export async function findSession(
  db: Db,
  id: string,
): Promise<SessionRow | null> {
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
      "users.emergency_entry",
      "users.password_initial_until",
      "second_factors.user_id as factor_of",
      "second_factor_rules.required_from as factor_required_from",
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

/** Puts `next` in the place of `presented`; false when another request did so first. */
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

/** False where the session had been ended already. */
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

/**
 * Ends the sessions of a user whose rights or password have changed, but for the one in which they changed it themselves.
 */
export async function revokeSessionsOf(
  db: Db,
  userId: number,
  { at, except }: { at: string; except?: string },
): Promise<void> {
  let sessions = db
    .updateTable("sessions")
    .set({ revoked_at: at })
    .where("user_id", "=", userId)
    .where("revoked_at", "is", null);
  if (except !== undefined) sessions = sessions.where("id", "!=", except);
  await sessions.execute();
}

export async function revokePasswordSessionsOf(
  db: Db,
  userId: number,
  at: Date,
): Promise<void> {
  await db
    .updateTable("sessions")
    .set({ revoked_at: at.toISOString() })
    .where("user_id", "=", userId)
    .where("revoked_at", "is", null)
    .where("of_organisation", "=", 0)
    .execute();
}

export async function deleteSessionsBefore(
  db: Db,
  before: string,
): Promise<void> {
  await db.deleteFrom("sessions").where("created_at", "<", before).execute();
}
