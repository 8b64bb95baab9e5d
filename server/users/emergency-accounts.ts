import type { Kysely } from "kysely";
import type { AuditAction } from "~/features/audit/rules/actions";
import { emergencyWords as words } from "~/features/sign-in/rules/organisation-account/organisation-account-words";
import {
  insertAuditEvents,
  type AuditedUser,
  type AuditRecord,
} from "~server/audit/audit-events";
import { NO_PASSWORD } from "~server/auth/password";
import { revokePasswordSessionsOf } from "~server/auth/session-rows";
import { notFound, Refusal } from "~server/refusal";
import type { Store } from "~server/store/open-store";
import type { Schema } from "~server/store/schema";
import type { Actor } from "./actor";
import { lockUser } from "./locked-users";

type Mark = 0 | 1;

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

/** Throws 400 for oneself and for a user without a password; 401, 403 and 404. */
export async function markEmergencyAccount(
  { db }: Store,
  id: number,
  actor: Actor,
): Promise<void> {
  await db.transaction().execute(async (trx) => {
    const { row } = await lockUser(trx, id, actor);
    requireSomebodyElse(id, actor);
    if (row.password_hash === NO_PASSWORD) {
      throw new Refusal(400, words.noPassword);
    }
    if (row.emergency_entry === 1) return;
    await setMark(trx, row, 1, byActor(actor));
  });
}

/** Ends password sessions if only emergency accounts may use passwords. Throws 400 for oneself, 404, 401 and 403. */
export async function unmarkEmergencyAccount(
  { db }: Store,
  id: number,
  actor: Actor,
  { oidcOnly }: { oidcOnly: boolean },
): Promise<void> {
  await db.transaction().execute(async (trx) => {
    const { row } = await lockUser(trx, id, actor);
    requireSomebodyElse(id, actor);
    if (row.emergency_entry === 0) throw notFound();
    await setMark(trx, row, 0, byActor(actor));
    if (oidcOnly) await revokePasswordSessionsOf(trx, id, actor.at);
  });
}

/** An unattended session could make a lasting way in, or close the last one. */
function requireSomebodyElse(id: number, { user }: Actor): void {
  if (id === user.id) throw new Refusal(400, words.ownMark);
}

const ACTIONS: Readonly<Record<Mark, AuditAction>> = {
  0: "unmark_emergency_account",
  1: "mark_emergency_account",
};

function byActor({ user, at, origin }: Actor): By {
  return { user, at, ...origin };
}

type By = Omit<AuditRecord, "action" | "target">;

/** Call it with the user locked. */
export async function setMark(
  trx: Kysely<Schema>,
  { id, username }: AuditedUser,
  mark: Mark,
  by: By,
): Promise<void> {
  await trx
    .updateTable("users")
    .set({ emergency_entry: mark })
    .where("id", "=", id)
    .execute();
  await insertAuditEvents(trx, [
    { ...by, action: ACTIONS[mark], target: { id, username } },
  ]);
}
