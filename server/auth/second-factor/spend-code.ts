import type { Kysely } from "kysely";
import type { Logger } from "pino";
import { factorWords } from "~/features/second-factor/rules/factor-words";
import {
  readTypedCode,
  type TypedCode,
} from "~/features/second-factor/rules/typed-code";
import type { AuditedUser, AuditRecord } from "~server/audit/audit-events";
import type { Clock } from "~server/clock/clock";
import { notFound, Refusal } from "~server/refusal";
import type { Secrets } from "~server/secrets";
import type { Store } from "~server/store/open-store";
import type { Schema } from "~server/store/schema";
import { countFailedIn, delayRefusal } from "../failed-attempt";
import type { FailureKey } from "../failure-keys";
import { lockUsers } from "../lock-users";
import { clearFailures, delaysUnder } from "../sign-in-failures";
import { findFactor, markStepUsed, spendRecoveryCode } from "./factor-rows";
import { stepOfCode } from "./totp";

export interface CodeDeps {
  store: Store;
  clock: Clock;
  secrets: Secrets;
}

/** A proof, and what its failures count against: the account before a session, the session within one. */
export interface ProofAttempt {
  user: AuditedUser;
  key: FailureKey;
  origin: Pick<AuditRecord, "address" | "requestId">;
  log: Logger;
}

export interface CodeAttempt extends ProofAttempt {
  code: string;
  field: "code" | "present_code";
}

export type CodeKind = TypedCode["kind"];

/**
 * Checks a code or recovery code and does `work` in the same transaction: if it throws, the code stays unused. Attempts
 * of a user run one at a time across all servers, so a code counts once and cannot be guessed in parallel. Throws 403
 * for a wrong or used code, 404 without a factor, and 429 during a delay, when the code is neither checked nor counted.
 */
export async function spendCode<Result>(
  deps: CodeDeps,
  attempt: CodeAttempt,
  work: (trx: Kysely<Schema>, kind: CodeKind) => Promise<Result>,
): Promise<Result> {
  const done = await proveOnce(deps, attempt, "code", {
    prove: (trx, now) => kindOfCode(trx, deps, attempt, now),
    work,
  });
  if (done !== null) return done.result;
  attempt.log.info({ event: "auth.code_wrong" });
  throw wrongCode(attempt);
}

/**
 * Does `work` if `prove` accepts; otherwise counts a failure and returns null. Attempts of a user run one at a time.
 * Throws 429 during a delay.
 */
export async function proveOnce<Proof, Result>(
  { store, clock }: CodeDeps,
  { user, key, origin }: ProofAttempt,
  reason: "code" | "passkey",
  {
    prove,
    work,
  }: {
    prove(trx: Kysely<Schema>, now: Date): Promise<Proof | null>;
    work(trx: Kysely<Schema>, proof: Proof): Promise<Result>;
  },
): Promise<{ result: Result } | null> {
  return store.db.transaction().execute(async (trx) => {
    await lockUsers(trx, [user.id]);
    const now = clock();
    const delays = await delaysUnder(trx, [key], now);
    if (delays.length > 0) throw delayRefusal(delays);
    const proof = await prove(trx, now);
    if (proof !== null) {
      await clearFailures(trx, key);
      return { result: await work(trx, proof) };
    }
    await countFailedIn(trx, [key], reason, { at: now, user, ...origin });
    return null;
  });
}

async function kindOfCode(
  trx: Kysely<Schema>,
  { secrets }: CodeDeps,
  { user, code, log }: CodeAttempt,
  now: Date,
): Promise<CodeKind | null> {
  const factor = await findFactor(trx, user.id, secrets);
  if (!factor) throw notFound();
  if (factor.key === null) {
    log.error({ event: "auth.factor_unreadable", user_id: user.id });
  }
  const typed = readTypedCode(code);
  if (typed === null) return null;
  if (typed.kind === "recovery code") {
    const isSpent = await spendRecoveryCode(trx, user.id, typed.code, secrets);
    return isSpent ? typed.kind : null;
  }
  if (factor.key === null) return null;
  const step = stepOfCode(factor.key, typed.code, now, factor.lastStep);
  if (step === null) return null;
  return (await markStepUsed(trx, user.id, step)) ? typed.kind : null;
}

function wrongCode({ code, field }: CodeAttempt): Refusal {
  const isRecovery = readTypedCode(code)?.kind === "recovery code";
  const { wrongRecoveryCode, wrongCode: wrong } = factorWords;
  return new Refusal(403, isRecovery ? wrongRecoveryCode : wrong, {
    code: "wrong_code",
    field,
  });
}
