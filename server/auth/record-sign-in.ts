import type { KeyObject } from "node:crypto";
import type { Kysely } from "kysely";
import type { SessionTokens } from "~/contract/auth";
import { KNOWN_FOR_MS } from "~/features/users/rules/sign-in-delay";
import { usernameKey } from "~/features/users/rules/name-rules";
import { networkOf } from "~/runtime/network-of.server";
import {
  recordEvent,
  type AuditedUser,
  type Origin,
} from "~server/audit/audit-events";
import { Refusal } from "~server/refusal";
import type { Schema } from "~server/store/schema";
import type { AuthDeps } from "./deps";
import { emergencyEntriesFor, signInsOf } from "./emergency-entries";
import { isPasswordClosed } from "./entry-rules";
import { clearFailures, signInKeys } from "./failures";
import { lockByPassword } from "./lock-users";
import { hasFactor } from "./second-factor/factor-rows";

type Db = Kysely<Schema>;

export type SignInWay =
  | "password"
  | "password and code"
  | "password and recovery code"
  | "password and passkey"
  | "organisation account";

export interface ProvedUser extends AuditedUser {
  password_hash: string;
}

export type SignInNews = Pick<
  SessionTokens,
  "last_sign_in" | "second_factor" | "emergency"
>;

/** Runs first in a new password session's transaction. Throws 401 if anything changed since its check. */
export async function recordSignIn(
  trx: Db,
  how: SignInWay,
  { id, username, password_hash }: ProvedUser,
  { clock, secrets, oidcOnly }: AuthDeps & { oidcOnly: boolean },
  origin: Origin,
): Promise<SignInNews> {
  // Lock the row: a concurrent password change would end existing sessions but miss this one.
  const locked = await lockByPassword(trx, id, password_hash);
  if (!locked) throw wrongCredentials();
  const isTwoSteps = how !== "password";
  if ((await hasFactor(trx, id)) !== isTwoSteps) throw wrongCredentials();
  if (isPasswordClosed(locked, { oidcOnly })) throw wrongCredentials();
  const at = clock();
  const user = { id, username };
  const record = { at, origin, signInKey: secrets.signInKey };
  const news = await writeSignIn(trx, how, user, record);
  if (!oidcOnly) return news;
  const entry = { action: "emergency_entry", details: { how } } as const;
  await recordEvent(trx, { at, user, origin }, entry);
  const entries = news.emergency?.entries ?? [];
  return { ...news, emergency: { entered: true, entries } };
}

/** Shows the owner a stranger's login. Null if both places are known, and for a first or unlocated login. */
async function lastFromElsewhere(
  db: Db,
  user: AuditedUser,
  address: string | null,
  now: Date,
): Promise<NonNullable<SessionTokens["last_sign_in"]> | null> {
  if (address === null) return null;
  const signIns = await newestByAddress(db, user);
  const [last] = signIns;
  if (!last || isSameNetwork(last.address, address)) return null;
  const knownFrom = new Date(now.getTime() - KNOWN_FOR_MS).toISOString();
  const isKnown = signIns.some(
    (one) => one.at > knownFrom && isSameNetwork(one.address, address),
  );
  const timesThere = signIns
    .filter((one) => isSameNetwork(one.address, last.address))
    .reduce((sum, { times }) => sum + times, 0);
  if (isKnown && timesThere > 1) return null;
  return { at: last.at, address: last.address };
}

/** Newest first. No condition on time, so that SQLite uses the index. */
async function newestByAddress(db: Db, user: AuditedUser) {
  const rows = await signInsOf(db, user)
    .where("address", "is not", null)
    .select((one) => [
      one.ref("address").as("address"),
      one.fn.max("at").as("at"),
      one.fn.countAll<number>().as("times"),
    ])
    .groupBy("address")
    .execute();
  return rows
    .flatMap(({ at, address, times }) =>
      address === null ? [] : [{ at, address, times: Number(times) }],
    )
    .sort((a, b) => (a.at < b.at ? 1 : -1));
}

function isSameNetwork(one: string, other: string | null): boolean {
  return networkOf(one) === networkOf(other);
}

export async function writeSignIn(
  trx: Db,
  how: SignInWay,
  { id, username }: AuditedUser,
  { at, origin, signInKey }: { at: Date; origin: Origin; signInKey: KeyObject },
): Promise<SignInNews> {
  const user = { id, username };
  const { address } = origin;
  const userKey = usernameKey(username);
  for (const key of signInKeys(signInKey, { userKey, address })) {
    if (key.kind === "pair") await clearFailures(trx, key);
  }
  await trx
    .updateTable("users")
    .set({ last_login_at: at.toISOString() })
    .where("id", "=", id)
    .execute();
  const last = await lastFromElsewhere(trx, user, address, at);
  const entries = await emergencyEntriesFor(trx, user, at);
  const signIn = { action: "sign_in", details: { how } } as const;
  await recordEvent(trx, { at, user, origin }, signIn);
  return {
    ...(last !== null && { last_sign_in: last }),
    ...(entries.length > 0 && { emergency: { entered: false, entries } }),
  };
}

export function wrongCredentials(): Refusal {
  return new Refusal(401, "The username or password is not correct.");
}
