import { createHmac, type KeyObject } from "node:crypto";
import type { Kysely } from "kysely";
import type { AuditDetails } from "~/features/audit/rules/actions";
import type { AuditedUser } from "~server/audit/audit-events";
import { lockUsers } from "~server/auth/lock-users";
import { NO_PASSWORD } from "~server/auth/password";
import type { Schema } from "~server/store/schema";
import type { Person } from "./provider";

type Db = Kysely<Schema>;
type Identity = Pick<Person, "issuer" | "subject">;

export type UserOfAccount = NonNullable<Awaited<ReturnType<typeof findUserOf>>>;

export async function findUserOf(db: Db, { issuer, subject }: Identity) {
  const user = await db
    .selectFrom("organisation_accounts")
    .innerJoin("users", "users.id", "organisation_accounts.user_id")
    .where("issuer", "=", issuer)
    .where("subject", "=", subject)
    .select(["users.id", "users.username", "by_groups", "password_hash"])
    .executeTakeFirst();
  if (!user) return null;
  const { id, username, by_groups, password_hash } = user;
  return {
    id,
    username,
    byGroups: by_groups !== 0,
    hasPassword: password_hash !== NO_PASSWORD,
  };
}

/** Whether a user's rights follow their groups at this issuer; false if there is no such login. */
export async function followsGroups(
  db: Db,
  userId: number,
  issuer: string | null,
): Promise<boolean> {
  const account =
    issuer === null ? undefined : await findAccountOf(db, userId, issuer);
  return account?.by_groups === 1;
}

/** Users with a password would keep rights of groups anyway. Returns the audit details, empty without groups. */
export async function keepRightsHere(
  trx: Db,
  userId: number,
): Promise<AuditDetails> {
  const { numUpdatedRows } = await trx
    .updateTable("organisation_accounts")
    .set({ by_groups: 0 })
    .where("user_id", "=", userId)
    .where("by_groups", "=", 1)
    .executeTakeFirst();
  return numUpdatedRows > 0n ? { rights_by_groups: "ended" } : {};
}

export function findAccountOf(db: Db, userId: number, issuer: string) {
  return db
    .selectFrom("organisation_accounts")
    .where("user_id", "=", userId)
    .where("issuer", "=", issuer)
    .select(["linked_at", "by_groups"])
    .executeTakeFirst();
}

/** False if the account, or another one of the user, exists already. */
export async function insertAccount(
  trx: Db,
  { issuer, subject }: Identity,
  userId: number,
  at: string,
  byGroups: boolean,
): Promise<boolean> {
  const { numInsertedOrUpdatedRows } = await trx
    .insertInto("organisation_accounts")
    .values({
      issuer,
      subject,
      user_id: userId,
      linked_at: at,
      by_groups: byGroups ? 1 : 0,
    })
    .onConflict((conflict) => conflict.doNothing())
    .executeTakeFirst();
  return numInsertedOrUpdatedRows === 1n;
}

export async function deleteAccounts(
  trx: Db,
  userId: number,
): Promise<boolean> {
  const { numDeletedRows } = await trx
    .deleteFrom("organisation_accounts")
    .where("user_id", "=", userId)
    .executeTakeFirst();
  return numDeletedRows > 0n;
}

/** Stores a code and invalidates the user's older one. */
export async function storeLinkCode(
  trx: Db,
  userId: number,
  { code, expiresAt }: { code: string; expiresAt: string },
  key: KeyObject,
): Promise<void> {
  await dropLinkCode(trx, userId);
  await trx
    .insertInto("link_codes")
    .values({
      user_id: userId,
      code_hash: hashOf(key, code),
      expires_at: expiresAt,
    })
    .execute();
}

export async function dropLinkCode(trx: Db, userId: number): Promise<void> {
  await trx.deleteFrom("link_codes").where("user_id", "=", userId).execute();
}

export function findLinkCode(db: Db, userId: number, now: Date) {
  return db
    .selectFrom("link_codes")
    .where("user_id", "=", userId)
    .where("expires_at", ">", now.toISOString())
    .select("expires_at")
    .executeTakeFirst();
}

/** Null for a wrong, expired or used code. Locks the user first, as everywhere, to avoid deadlocks. */
export async function spendLinkCode(
  trx: Db,
  code: string,
  now: Date,
  key: KeyObject,
): Promise<AuditedUser | null> {
  const hash = hashOf(key, code);
  const found = await trx
    .selectFrom("link_codes")
    .where("code_hash", "=", hash)
    .select("user_id")
    .executeTakeFirst();
  if (!found) return null;
  await lockUsers(trx, [found.user_id]);
  const spent = await trx
    .deleteFrom("link_codes")
    .where("code_hash", "=", hash)
    .where("expires_at", ">", now.toISOString())
    .returning("user_id")
    .executeTakeFirst();
  if (!spent) return null;
  const user = await trx
    .selectFrom("users")
    .where("id", "=", spent.user_id)
    .select(["id", "username"])
    .executeTakeFirst();
  return user ?? null;
}

/** The code is long and random, so a keyed digest is enough. */
function hashOf(key: KeyObject, code: string): string {
  return createHmac("sha256", key)
    .update(code.replaceAll("-", ""))
    .digest("base64url");
}
