import type { Transaction } from "kysely";
import { accessLevel } from "~/contract/wire";
import type { AuditAction } from "~/features/audit/rules/actions";
import { insertAuditEvents } from "~server/audit/audit-events";
import { lockUsers } from "~server/auth/lock-users";
import { findSession } from "~server/auth/session-rows";
import { forbidden, notFound, signedOut } from "~server/refusal";
import type { Store } from "~server/store/open-store";
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

/** Acts on a locked user, with an audit record in the same transaction. */
export async function actOnUser(
  { db }: Store,
  id: number,
  actor: Actor,
  action: AuditAction,
  act: (trx: Transaction<Schema>) => Promise<unknown>,
): Promise<void> {
  const { user, at, origin } = actor;
  await db.transaction().execute(async (trx) => {
    const { row } = await lockUser(trx, id, actor);
    await act(trx);
    const target = { id, username: row.username };
    await insertAuditEvents(trx, [{ action, at, user, target, ...origin }]);
  });
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
