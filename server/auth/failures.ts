import { createHmac, type KeyObject } from "node:crypto";
import { sql, type Kysely, type RawBuilder } from "kysely";
import {
  delayAfter,
  failuresLeft,
  FORGETTING,
  FORGOTTEN_AFTER_MS,
  mostFailures,
  secondsToWait,
  waitWords,
  type FailureKind,
} from "~/features/users/rules/sign-in-delay";
import { networkOf } from "~/runtime/network-of.server";
import {
  insertAuditEvents,
  type AuditRecord,
} from "~server/audit/audit-events";
import { Refusal } from "~server/refusal";
import type { Schema } from "~server/store/schema";

type Db = Kysely<Schema>;

export interface FailureKey {
  kind: FailureKind;
  key: string;
}

interface Delay {
  kind: FailureKind;
  seconds: number;
}

const KIND_WORDS: Readonly<Record<FailureKind, string>> = {
  pair: "account and address",
  address: "address",
  account: "account",
  session: "session",
  code: "codes of the account",
};

/** `userKey` is the typed username, whether or not it exists. */
export function signInKeys(
  signInKey: KeyObject,
  { userKey, address }: { userKey: string; address: string | null },
): FailureKey[] {
  const network = networkOf(address);
  return [
    keyOf(signInKey, "pair", [userKey, network]),
    keyOf(signInKey, "address", [network]),
    keyOf(signInKey, "account", [userKey]),
  ];
}

/** A thief of the session needs the password for another, and the user's next session starts without failures. */
export function sessionKey(
  signInKey: KeyObject,
  sessionId: string,
): FailureKey {
  return keyOf(signInKey, "session", [sessionId]);
}

export function codeKey(signInKey: KeyObject, userId: number): FailureKey {
  return keyOf(signInKey, "code", [String(userId)]);
}

/** Key for failed answers of the organisation's login from an address. Many people may share one, as with passwords. */
export function answerKey(
  signInKey: KeyObject,
  address: string | null,
): FailureKey {
  return keyOf(signInKey, "address", ["organisation", networkOf(address)]);
}

/** A keyed digest: the typed text is not stored, and usernames cannot be guessed from it. */
function keyOf(
  signInKey: KeyObject,
  kind: FailureKind,
  parts: readonly string[],
): FailureKey {
  const key = createHmac("sha256", signInKey)
    .update(JSON.stringify([kind, ...parts]))
    .digest("base64url");
  return { kind, key };
}

/** Failures at an account count only for clients that failed there, or strangers could lock out its user. */
export async function delaysUnder(
  db: Db,
  keys: readonly FailureKey[],
  now: Date,
): Promise<Delay[]> {
  const rows = await db
    .selectFrom("sign_in_failures")
    .where(
      "key",
      "in",
      keys.map(({ key }) => key),
    )
    .selectAll()
    .execute();
  const standing = keys.flatMap(({ kind, key }) => {
    const row = rows.find((one) => one.key === key);
    if (!row) return [];
    const { failures } = row;
    const lastFailedAt = new Date(row.last_failed_at);
    const quietMs = now.getTime() - lastFailedAt.getTime();
    return {
      kind,
      left: failuresLeft(failures, quietMs),
      seconds: secondsToWait({ failures, lastFailedAt }, kind, now),
    };
  });
  const hasFailedHere = standing.some(
    ({ kind, left }) => kind === "pair" && left > 0,
  );
  return standing.filter(
    ({ kind, seconds }) => seconds > 0 && (kind !== "account" || hasFailedHere),
  );
}

/** Throws 429 while failures under these keys cause a delay. */
export async function refuseWhileDelayed(
  db: Db,
  keys: readonly FailureKey[],
  now: Date,
): Promise<void> {
  const delays = await delaysUnder(db, keys, now);
  if (delays.length > 0) throw delayRefusal(delays);
}

export function delayRefusal(delays: readonly Delay[]): Refusal {
  const seconds = Math.max(...delays.map((delay) => delay.seconds));
  return new Refusal(429, waitWords(seconds), {
    headers: { "retry-after": String(seconds) },
  });
}

export type FailureReason =
  | "password"
  | "username"
  | "not_emergency"
  | "initial_over"
  | "current_password"
  | "code"
  | "organisation_account"
  | "link_code"
  | "passkey";
type FailedAttempt = Omit<AuditRecord, "action" | "details">;

/** Returns the delays that begin. The record for an unknown user differs only in naming nobody. */
export async function countFailedAttempt(
  db: Db,
  keys: readonly FailureKey[],
  reason: FailureReason,
  attempt: FailedAttempt,
): Promise<Delay[]> {
  const delays = await db
    .transaction()
    .execute((trx) => countFailedIn(trx, keys, reason, attempt));
  await dropOldFailures(db, attempt.at);
  return delays;
}

export async function countFailedIn(
  trx: Db,
  keys: readonly FailureKey[],
  reason: FailureReason,
  attempt: FailedAttempt,
): Promise<Delay[]> {
  const begun = await countFailure(trx, keys, attempt.at);
  await insertAuditEvents(trx, [
    { ...attempt, action: "sign_in_failed", details: { reason } },
    ...begun.map(({ kind, seconds }): AuditRecord => ({
      ...attempt,
      action: "sign_in_delayed",
      // A delay of an address does not concern the account tried last.
      user: kind === "address" ? null : attempt.user,
      details: { kind: KIND_WORDS[kind], seconds },
    })),
  ]);
  return begun;
}

async function countFailure(
  trx: Db,
  keys: readonly FailureKey[],
  now: Date,
): Promise<Delay[]> {
  const delays: Delay[] = [];
  const last_failed_at = now.toISOString();
  // A fixed order prevents deadlocks.
  for (const { kind, key } of inOrder(keys)) {
    const { failures } = await trx
      .insertInto("sign_in_failures")
      .values({ key, failures: 1, last_failed_at })
      .onConflict((conflict) =>
        conflict
          .column("key")
          .doUpdateSet({ failures: oneMore(kind, now), last_failed_at }),
      )
      .returning("failures")
      .executeTakeFirstOrThrow();
    const seconds = delayAfter(failures, kind);
    if (seconds > 0) delays.push({ kind, seconds });
  }
  return delays;
}

function oneMore(kind: FailureKind, now: Date): RawBuilder<number> {
  const stored = sql.ref("sign_in_failures.failures");
  const lastFailedAt = sql.ref("sign_in_failures.last_failed_at");
  const before = (ms: number) => new Date(now.getTime() - ms).toISOString();
  const steps = FORGETTING.map(
    ({ quietMs, divisor }) =>
      sql`when ${lastFailedAt} <= ${before(quietMs)} then ${stored} / ${sql.lit(divisor)}`,
  );
  const left = sql`case
    when ${lastFailedAt} <= ${before(FORGOTTEN_AFTER_MS)} then 0
    ${sql.join(steps, sql` `)}
    else ${stored} end`;
  const most = sql.lit(mostFailures(kind));
  return sql`case when ${left} < ${most} then ${left} + 1 else ${most} end`;
}

export async function clearFailures(
  db: Db,
  { key }: FailureKey,
): Promise<void> {
  await db.deleteFrom("sign_in_failures").where("key", "=", key).execute();
}

const ROWS_AT_ONCE = 100;

/** Removes expired rows, more at a time than one failure adds, so the table shrinks. */
async function dropOldFailures(db: Db, now: Date): Promise<void> {
  const before = new Date(now.getTime() - FORGOTTEN_AFTER_MS).toISOString();
  const old = await db
    .selectFrom("sign_in_failures")
    .where("last_failed_at", "<=", before)
    .select("key")
    .limit(ROWS_AT_ONCE)
    .execute();
  if (old.length === 0) return;
  await db.transaction().execute(async (trx) => {
    for (const { key } of inOrder(old)) {
      await trx
        .deleteFrom("sign_in_failures")
        .where("key", "=", key)
        .where("last_failed_at", "<=", before)
        .execute();
    }
  });
}

function inOrder<Row extends { key: string }>(rows: readonly Row[]): Row[] {
  return [...rows].sort((a, b) => (a.key < b.key ? -1 : 1));
}
