import type { KeyObject } from "node:crypto";
import type { Kysely } from "kysely";
import type { SessionTokens } from "~/contract/auth";
import { usernameKey } from "~/features/users/rules/username-key";
import {
  insertAuditEvents,
  type AuditedUser,
  type AuditRecord,
} from "~server/audit/audit-events";
import { Refusal } from "~server/refusal";
import type { Schema } from "~server/store/schema";
import { emergencyEntriesFor } from "./emergency-entries";
import { signInKeys } from "./failure-keys";
import { lastFromElsewhere } from "./known-places";
import { isPasswordClosed, type EntryRules } from "./entry-rules";
import { lockByPassword } from "./lock-users";
import { hasFactor } from "./second-factor/factor-rows";
import { clearFailures } from "./sign-in-failures";

/** How somebody has proved who they are, in the words of the audit trail. */
export type SignInWay =
  | "password"
  | "password and code"
  | "password and recovery code"
  | "password and passkey"
  | "organisation account";

export interface ProvedUser extends AuditedUser {
  password_hash: string;
}

/** What the user is told with their tokens. */
export type SignInNews = Pick<
  SessionTokens,
  "last_sign_in" | "second_factor" | "emergency"
>;

interface SignInRecord {
  at: Date;
  origin: Pick<AuditRecord, "address" | "requestId">;
  signInKey: KeyObject;
}

/** Of a sign-in by password, which may be for emergency accounts alone. */
type PasswordRecord = SignInRecord & Pick<EntryRules, "oidcOnly">;

/**
 * First in the transaction of a session that begins by password; returns what its user should know. Throws 401 where the password, whether the user has a second factor, or
 * whether they may log in so, is another since it was looked at.
 */
export async function recordSignIn(
  trx: Kysely<Schema>,
  how: SignInWay,
  { id, username, password_hash }: ProvedUser,
  { oidcOnly, ...record }: PasswordRecord,
): Promise<SignInNews> {
  // Holds the row: a password changed since it was checked ends the sessions that are there, and not this one.
  if (!(await lockByPassword(trx, id, password_hash))) throw wrongCredentials();
  const isTwoSteps = how !== "password";
  if ((await hasFactor(trx, id)) !== isTwoSteps) throw wrongCredentials();
  if (!oidcOnly) return writeSignIn(trx, how, { id, username }, record);
  if (await isClosedFor(trx, id)) throw wrongCredentials();
  const news = await writeSignIn(trx, how, { id, username }, record);
  const { at, origin } = record;
  const user = { id, username };
  await insertAuditEvents(trx, [
    { action: "emergency_entry", at, user, details: { how }, ...origin },
  ]);
  const entries = news.emergency?.entries ?? [];
  return { ...news, emergency: { entered: true, entries } };
}

async function isClosedFor(trx: Kysely<Schema>, id: number): Promise<boolean> {
  const user = await trx
    .selectFrom("users")
    .where("id", "=", id)
    .select("emergency_entry")
    .executeTakeFirst();
  return !user || isPasswordClosed(user, { oidcOnly: true });
}

/** The record of a sign-in that has been proved; failures from where it comes are forgotten with it. */
export async function writeSignIn(
  trx: Kysely<Schema>,
  how: SignInWay,
  { id, username }: AuditedUser,
  { at, origin, signInKey }: SignInRecord,
): Promise<SignInNews> {
  const userKey = usernameKey(username);
  const { address } = origin;
  for (const key of signInKeys(signInKey, { userKey, address })) {
    if (key.kind === "pair") await clearFailures(trx, key);
  }
  const last = await lastFromElsewhere(trx, { id, userKey }, address, at);
  const user = { id, username };
  const entries = await emergencyEntriesFor(trx, user, at);
  await insertAuditEvents(trx, [
    { action: "sign_in", at, user, details: { how }, ...origin },
  ]);
  return {
    ...(last !== null && { last_sign_in: last }),
    ...(entries.length > 0 && { emergency: { entered: false, entries } }),
  };
}

export function wrongCredentials(): Refusal {
  return new Refusal(401, "The username or password is not correct.");
}
