import type { Insertable, Kysely } from "kysely";
import {
  insertAuditEvents,
  type AuditedUser,
  type AuditRecord,
} from "~server/audit/audit-events";
import { chunksOf } from "~server/measures/question";
import { revokeSessionsOf } from "~server/auth/session-rows";
import type { Schema, UserTable } from "~server/store/schema";
import { auditedChange, auditedRights } from "~server/users/audited-change";
import { lockUsers } from "~server/auth/lock-users";
import { ImportConflict, auditedByImport } from "./import-recorder";
import type { AccountPlan } from "./plan-accounts";

/**
 * Carries out a plan for the accounts, with a record of each in the audit trail. Whoever's account changed has to sign in
 * again. Throws an ImportConflict when an account was changed after the plan was made, or the last account manager went.
 */
export async function mergeAccounts(
  db: Kysely<Schema>,
  plan: AccountPlan,
  now: Date,
): Promise<void> {
  const records: AuditRecord[] = [];
  const tell = (
    action: AuditRecord["action"],
    target: AuditedUser,
    details: AuditRecord["details"],
  ) => records.push(auditedByImport(now, { action, target, details }));

  const touched = [...plan.removed, ...plan.changed];
  await lockUsers(
    db,
    touched.map(({ id }) => id),
  );
  for (const user of plan.removed) {
    const { numDeletedRows } = await db
      .deleteFrom("users")
      .where("id", "=", user.id)
      .executeTakeFirst();
    if (numDeletedRows > 0n) tell("delete_user", user, auditedRights(user));
  }
  for (const { id, from, set } of plan.changed) {
    const { numUpdatedRows } = await db
      .updateTable("users")
      .set(set)
      .where("id", "=", id)
      .where("version", "=", from.version)
      .where("password_hash", "=", from.password_hash)
      .executeTakeFirst();
    if (numUpdatedRows !== 1n) throw new ImportConflict();
    await revokeSessionsOf(db, id, { at: now.toISOString() });
    tell("change_user", from, auditedChange(from, set));
  }
  for (const rows of chunksOf(plan.added, 500)) {
    for (const user of await addUsers(db, rows)) {
      tell("create_user", user, auditedRights(user));
    }
  }
  await insertAuditEvents(db, records);
  if (plan.hasAccountManager && !(await hasAccountManager(db))) {
    throw new ImportConflict();
  }
}

/** False where somebody has deleted or demoted the one that the plan counted on. */
async function hasAccountManager(db: Kysely<Schema>): Promise<boolean> {
  const manager = await db
    .selectFrom("users")
    .where("access_level", "=", "account_manager")
    .select("id")
    .limit(1)
    .executeTakeFirst();
  return manager !== undefined;
}

async function addUsers(
  db: Kysely<Schema>,
  rows: readonly Insertable<UserTable>[],
) {
  const keys = rows.map(({ username_key }) => username_key);
  const taken = await db
    .selectFrom("users")
    .select("id")
    .where("username_key", "in", keys)
    .limit(1)
    .execute();
  if (taken.length > 0) throw new ImportConflict();
  return db
    .insertInto("users")
    .values(rows)
    .returning([
      "id",
      "username",
      "access_level",
      "access_level_id",
      "isnp_only",
    ])
    .execute();
}
