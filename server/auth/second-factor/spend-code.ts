import type { Kysely } from "kysely";
import { factorWords } from "~/features/second-factor/rules/factor-words";
import {
  readTypedCode,
  type TypedCode,
} from "~/features/second-factor/rules/typed-code";
import { recordEvent, type AuditedUser } from "~server/audit/audit-events";
import { notFound, Refusal } from "~server/refusal";
import type { Schema } from "~server/store/schema";
import type { AuthDeps, OwnChange, Step } from "../deps";
import {
  clearFailures,
  countFailedIn,
  refuseWhileDelayed,
  sessionKey,
  type FailureKey,
} from "../failures";
import { lockByPassword, lockUsers } from "../lock-users";
import { withOwnPassword, wrongPassword } from "../own-password";
import { revokeSessionsOf } from "../session-rows";
import { findFactor, markStepUsed, spendRecoveryCode } from "./factor-rows";
import { stepOfCode } from "./totp";

/** A proof, and what its failures count against: the account before a session, the session within one. */
interface ProofAttempt extends Step {
  user: AuditedUser;
  key: FailureKey;
}

interface CodeAttempt extends ProofAttempt {
  code: string;
  field: "code" | "present_code";
}

export type CodeKind = TypedCode["kind"];

/**
 * Runs `work` in the same transaction: if it throws, the code stays unused. A user's attempts run one at a time, so a
 * code counts once and cannot be guessed in parallel. Throws 403 for a wrong or used code, 404 without a factor, and
 * 429 without checking the code during a delay.
 */
export async function spendCode<Result>(
  deps: AuthDeps,
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

/** Counts a failure and returns null unless `prove` accepts. A user's attempts run one at a time. Throws 429. */
export async function proveOnce<Proof, Result>(
  { store, clock }: AuthDeps,
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
    await refuseWhileDelayed(trx, [key], now);
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
  { secrets }: AuthDeps,
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
  return new Refusal(403, isRecovery ? wrongRecoveryCode : wrong, { field });
}

export interface FactorProof {
  password: string;
  presentCode?: string | undefined;
}

type FactorChange =
  | "set_up_second_factor"
  | "renew_second_factor"
  | "remove_second_factor"
  | "add_passkey"
  | "remove_passkey";

/** Needs the password and any current code; ends other sessions. Failures count in this session alone. */
export async function changeFactor<Result>(
  deps: AuthDeps,
  { password, presentCode }: FactorProof,
  needsCode: boolean,
  own: OwnChange,
  change: (trx: Kysely<Schema>) => Promise<{
    action: FactorChange;
    result: Result;
  }>,
): Promise<Result> {
  if (needsCode && presentCode === undefined) {
    throw new Refusal(400, factorWords.noPresentCode, {
      field: "present_code",
    });
  }
  const { user, sessionId, origin } = own;
  const key = sessionKey(deps.secrets.signInKey, sessionId);
  const proved = await withOwnPassword(
    deps,
    password,
    own,
    async (hash) => hash,
  );
  const at = deps.clock();
  const work = async (trx: Kysely<Schema>): Promise<Result> => {
    if (!(await lockByPassword(trx, user.id, proved))) throw wrongPassword();
    const { action, result } = await change(trx);
    await revokeSessionsOf(trx, user.id, {
      at: at.toISOString(),
      except: sessionId,
    });
    await clearFailures(trx, key);
    await recordEvent(trx, { at, user, origin }, { action });
    return result;
  };
  return needsCode
    ? spendOwnCode(deps, own, presentCode ?? "", "present_code", work)
    : deps.store.db.transaction().execute(work);
}

export async function spendOwnCode<Result>(
  deps: AuthDeps,
  { user, sessionId, origin, log }: OwnChange,
  code: string,
  field: CodeAttempt["field"],
  work: (trx: Kysely<Schema>) => Promise<Result>,
): Promise<Result> {
  const key = sessionKey(deps.secrets.signInKey, sessionId);
  return spendCode(deps, { user, code, key, field, origin, log }, work);
}
