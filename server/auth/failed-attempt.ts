import type { Kysely } from "kysely";
import {
  waitWords,
  type FailureKind,
} from "~/features/users/rules/sign-in-delay";
import {
  insertAuditEvents,
  type AuditRecord,
} from "~server/audit/audit-events";
import { Refusal } from "~server/refusal";
import type { Schema } from "~server/store/schema";
import type { FailureKey } from "./failure-keys";
import {
  countSignInFailure,
  dropOldFailures,
  type Delay,
} from "./sign-in-failures";

const KIND_WORDS: Readonly<Record<FailureKind, string>> = {
  pair: "account and address",
  address: "address",
  account: "account",
  session: "session",
  code: "codes of the account",
};

/**
 * Counts and records a failed attempt; returns the delays that begin. The record for an unknown user differs only in
 * naming nobody.
 */
export async function countFailedAttempt(
  db: Kysely<Schema>,
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

/** Like {@link countFailedAttempt}, inside the caller's transaction. */
export async function countFailedIn(
  trx: Kysely<Schema>,
  keys: readonly FailureKey[],
  reason: FailureReason,
  attempt: FailedAttempt,
): Promise<Delay[]> {
  const begun = await countSignInFailure(trx, keys, attempt.at);
  await insertAuditEvents(trx, [
    { ...attempt, action: "sign_in_failed", details: { reason } },
    ...begun.map((delay) => delayRecord(delay, attempt)),
  ]);
  return begun;
}

/** A delay of an address does not concern the account tried last. */
function delayRecord(
  { kind, seconds }: Delay,
  attempt: FailedAttempt,
): AuditRecord {
  return {
    ...attempt,
    action: "sign_in_delayed",
    user: kind === "address" ? null : attempt.user,
    details: { kind: KIND_WORDS[kind], seconds },
  };
}

export function delayRefusal(delays: readonly Delay[]): Refusal {
  const seconds = Math.max(...delays.map((delay) => delay.seconds));
  return new Refusal(429, waitWords(seconds), {
    headers: { "retry-after": String(seconds) },
  });
}
