import type { Kysely } from "kysely";
import type { Logger } from "pino";
import { factorWords } from "~/domain/second-factor/factor-words";
import {
  readTypedCode,
  type TypedCode,
} from "~/domain/second-factor/typed-code";
import type { AuditedUser, AuditRecord } from "~server/audit/audit-events";
import type { Clock } from "~server/clock/clock";
import { notFound, Refusal } from "~server/refusal";
import type { Secrets } from "~server/secrets";
import type { Store } from "~server/store/open-store";
import type { Schema } from "~server/store/schema";
import { countFailedIn, delayed } from "../failed-attempt";
import { codeKey, type FailureKey } from "../failure-keys";
import { lockUsers } from "../lock-users";
import { clearFailures, delaysUnder } from "../sign-in-failures";
import { findFactor, markStepUsed, spendRecoveryCode } from "./factor-rows";
import { stepOfCode } from "./totp";

/** What codes are checked with. */
export interface CodeDeps {
  store: Store;
  clock: Clock;
  secrets: Secrets;
}

export interface CodeAttempt {
  user: AuditedUser;
  /** As it was typed. */
  code: string;
  origin: Pick<AuditRecord, "address" | "requestId">;
  log: Logger;
}

type Kind = TypedCode["kind"];

/**
 * Takes a code of the user's factor, or a recovery code, which is used up with it, and does `work` in the same transaction.
 * One attempt of a user is looked at after the other, however many servers there are: so a code counts once, and nobody
 * tries many at once. Throws 403 for a wrong or used code, 404 where there is no factor, and 429 while earlier ones delay
 * the next, which then is neither looked at nor counted.
 */
export async function spendCode<Result>(
  deps: CodeDeps,
  attempt: CodeAttempt,
  work: (trx: Kysely<Schema>, kind: Kind) => Promise<Result>,
): Promise<Result> {
  const { user, log, origin } = attempt;
  const key = codeKey(deps.secrets.signInKey, user.id);
  const done = await deps.store.db.transaction().execute(async (trx) => {
    await lockUsers(trx, [user.id]);
    const now = deps.clock();
    const delays = await delaysUnder(trx, [key], now);
    if (delays.length > 0) throw delayed(delays);
    const kind = await kindOfCode(trx, deps, attempt, now);
    if (kind !== null) {
      await clearFailures(trx, key);
      return { result: await work(trx, kind) };
    }
    await countWrong(trx, key, { at: now, user, ...origin });
    return null;
  });
  if (done !== null) return done.result;
  log.info({ event: "auth.code_wrong" });
  throw wrongCode();
}

async function countWrong(
  trx: Kysely<Schema>,
  key: FailureKey,
  attempt: Parameters<typeof countFailedIn>[3],
): Promise<void> {
  await countFailedIn(trx, [key], "code", attempt);
}

/** Uses the code up; null where it is wrong or used already. */
async function kindOfCode(
  trx: Kysely<Schema>,
  { secrets }: CodeDeps,
  { user, code }: CodeAttempt,
  now: Date,
): Promise<Kind | null> {
  const factor = await findFactor(trx, user.id, secrets);
  if (!factor) throw notFound();
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

export function wrongCode(): Refusal {
  return new Refusal(403, factorWords.wrongCode, {
    code: "wrong_code",
    field: "code",
  });
}
