import type { Kysely } from "kysely";
import type { Schema } from "~server/store/schema";
import { ImportConflict } from "./import-conflict";
import type { AccountPlan } from "./plan-accounts";

const ROWS_AT_ONCE = 500;

/**
 * Carries out a plan for the accounts. Whoever's account changed has to sign in again. Throws an ImportConflict
 * when an account was changed after the plan was made.
 */
export async function mergeAccounts(
  db: Kysely<Schema>,
  plan: AccountPlan,
  now: Date,
): Promise<void> {
  for (const user of plan.removed) {
    await db.deleteFrom("users").where("id", "=", user.id).execute();
  }
  for (const { id, from, set } of plan.changed) {
    const { numUpdatedRows } = await db
      .updateTable("users")
      .set(set)
      .where("id", "=", id)
      .where("version", "=", from.version)
      .where("password_hash", "=", from.password_hash)
      .executeTakeFirst();
    if (numUpdatedRows !== 1n) {
      throw new ImportConflict();
    }
    await db
      .updateTable("sessions")
      .set({ revoked_at: now.toISOString() })
      .where("user_id", "=", id)
      .where("revoked_at", "is", null)
      .execute();
  }
  const keys = plan.added.map(({ username_key }) => username_key);
  for (let from = 0; from < keys.length; from += ROWS_AT_ONCE) {
    const taken = await db
      .selectFrom("users")
      .select("id")
      .where("username_key", "in", keys.slice(from, from + ROWS_AT_ONCE))
      .limit(1)
      .execute();
    if (taken.length > 0) {
      throw new ImportConflict();
    }
    await db
      .insertInto("users")
      .values(plan.added.slice(from, from + ROWS_AT_ONCE))
      .execute();
  }
}
