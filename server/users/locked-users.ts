import type { Kysely, Transaction } from "kysely";
import { accessLevel } from "~/contract/wire";
import { lockUsers } from "~server/auth/lock-users";
import { findSession } from "~server/auth/session-rows";
import { forbidden, notFound, signedOut } from "~server/refusal";
import type { Schema } from "~server/store/schema";
import type { Actor } from "./actor";

/**
 * Also locks the acting manager and checks them again: somebody may have just demoted them. One account manager always
 * remains. Throws 401, 403 and 404.
 */
export async function lockUser(
  trx: Transaction<Schema>,
  id: number,
  actor: Pick<Actor, "user" | "sessionId">,
) {
  const actorId = actor.user.id;
  await lockUsers(trx, [id, actorId]);
  const managers = await managersFor(trx, actor);
  const row = await trx
    .selectFrom("users")
    .where("id", "=", id)
    .selectAll()
    .executeTakeFirst();
  if (!row) throw notFound();
  return {
    row,
    administered: {
      id,
      accessLevel: accessLevel.parse(row.access_level),
      actorId,
      otherManagers: managers.filter((manager) => manager !== id).length,
    },
  };
}

/** Throws 403 for former account managers, 401 for an ended session. Locks them until the transaction ends. */
export async function requireActingManager(
  trx: Transaction<Schema>,
  actor: Pick<Actor, "user" | "sessionId">,
): Promise<void> {
  await lockUsers(trx, [actor.user.id]);
  await managersFor(trx, actor);
}

async function managersFor(
  trx: Transaction<Schema>,
  { user, sessionId }: Pick<Actor, "user" | "sessionId">,
): Promise<number[]> {
  const rows = await trx
    .selectFrom("users")
    .where("access_level", "=", "account_manager")
    .select("id")
    .execute();
  const ids = rows.map(({ id }) => id);
  if (!ids.includes(user.id)) throw forbidden();
  const session = await findSession(trx, sessionId);
  if (session?.revoked_at !== null) throw signedOut();
  return ids;
}

/** Whether a manager can log in while the organisation's login is down. */
export async function hasEmergencyAccount(
  db: Kysely<Schema>,
): Promise<boolean> {
  const user = await db
    .selectFrom("users")
    .where("emergency_entry", "=", 1)
    .where("access_level", "=", "account_manager")
    .select("id")
    .executeTakeFirst();
  return user !== undefined;
}

/** Call it with the user locked. */
export async function setEmergency(
  trx: Transaction<Schema>,
  id: number,
  emergency_entry: 0 | 1,
): Promise<void> {
  await trx
    .updateTable("users")
    .set({ emergency_entry })
    .where("id", "=", id)
    .execute();
}
