import type { Logger } from "pino";
import type { SessionTokens } from "~/contract/auth";
import { factorWords } from "~/features/second-factor/rules/factor-words";
import { readTypedCode } from "~/features/second-factor/rules/typed-code";
import {
  insertAuditEvents,
  type AuditRecord,
} from "~server/audit/audit-events";
import { Refusal } from "~server/refusal";
import { isPasswordClosed } from "../entry-rules";
import { codeKey } from "../failure-keys";
import { lockUsers } from "../lock-users";
import { recordSignIn, type ProvedUser } from "../record-sign-in";
import { revokeSessionsOf } from "../session-rows";
import type { Sessions } from "../sessions";
import {
  challengeIsOver,
  isStillProved,
  readChallenge,
  type Challenged,
} from "./challenge";
import { countRecoveryCodes, hasFactor, storeFactor } from "./factor-rows";
import { keyToSetUp, readSetUpKey, type SealedKey } from "./set-up-key";
import { spendCode, type CodeDeps, type CodeKind } from "./spend-code";
import { stepOfCode } from "./totp";

export interface StepDeps extends CodeDeps {
  sessions: Sessions;
  oidcOnly: boolean;
}

export interface Step {
  origin: Pick<AuditRecord, "address" | "requestId">;
  log: Logger;
}

export async function signInByCode(
  deps: StepDeps,
  { challenge, code }: { challenge: string; code: string },
  { origin, log }: Step,
): Promise<SessionTokens> {
  const user = await challengedUser(deps, challenge, "code");
  const { id, username } = user;
  if (!(await hasFactor(deps.store.db, id))) throw challengeIsOver();
  const key = codeKey(deps.secrets.signInKey, id);
  const attempt = { user: { id, username }, code, key, origin, log };
  let kind = "code" as CodeKind;
  // One transaction: a recovery code is spent only if the session begins.
  return deps.sessions.start(
    id,
    async (trx) => {
      const record = recordOf(deps, origin);
      const how = `password and ${kind}` as const;
      const news = await recordSignIn(trx, how, user, record);
      const left = await countRecoveryCodes(trx, id);
      return {
        ...news,
        second_factor: {
          required_from: null,
          ...(kind !== "code" && { recovery_codes_left: left }),
        },
      };
    },
    (begin) =>
      spendCode(deps, { ...attempt, field: "code" }, async (trx, spent) => {
        kind = spent;
        await begin(trx);
      }),
  );
}

export async function keyForSignIn(
  deps: StepDeps,
  { challenge, setUp }: { challenge: string; setUp?: string | undefined },
): Promise<SealedKey> {
  const user = await userWithoutFactor(deps, challenge);
  return keyToSetUp(user.id, setUp, null, deps.clock(), deps.secrets);
}

export async function signInBySetUp(
  deps: StepDeps,
  asked: { challenge: string; setUp: string; code: string },
  { origin }: Step,
): Promise<{ tokens: SessionTokens; codes: string[] }> {
  const user = await userWithoutFactor(deps, asked.challenge);
  const { id, username } = user;
  const now = deps.clock();
  const key = readSetUpKey(id, asked.setUp, null, now, deps.secrets);
  const lastStep = firstStepOf(key, asked.code, now);
  let codes: string[] = [];
  const tokens = await deps.sessions.start(id, async (trx) => {
    await lockUsers(trx, [id]);
    // Another window was faster.
    if (await hasFactor(trx, id)) throw challengeIsOver();
    // Sessions without a factor were stopped and must not revive.
    await revokeSessionsOf(trx, id, { at: now.toISOString() });
    const factor = { key, lastStep, createdAt: now.toISOString() };
    codes = await storeFactor(trx, id, factor, deps.secrets);
    const record = recordOf(deps, origin);
    const news = await recordSignIn(trx, "password and code", user, record);
    await insertAuditEvents(trx, [
      {
        action: "set_up_second_factor",
        at: now,
        user: { id, username },
        ...origin,
      },
    ]);
    return { ...news, second_factor: { required_from: null } };
  });
  return { tokens, codes };
}

export function firstStepOf(key: string, code: string, now: Date): number {
  const typed = readTypedCode(code);
  const step =
    typed?.kind === "code" ? stepOfCode(key, typed.code, now, -1) : null;
  if (step === null) {
    throw new Refusal(403, factorWords.wrongFirstCode, {
      code: "wrong_code",
      field: "code",
    });
  }
  return step;
}

async function userWithoutFactor(
  deps: StepDeps,
  challenge: string,
): Promise<ProvedUser> {
  const user = await challengedUser(deps, challenge, "set_up");
  if (await hasFactor(deps.store.db, user.id)) throw challengeIsOver();
  return user;
}

/** The user of a challenge for that step. Throws 401 if it has expired. */
export async function challengedUser(
  { store, clock, secrets, oidcOnly }: StepDeps,
  challenge: string,
  wanted: Challenged["wanted"],
): Promise<ProvedUser> {
  const challenged = readChallenge(challenge, wanted, clock(), secrets);
  const user = await store.db
    .selectFrom("users")
    .where("id", "=", challenged.userId)
    .select(["id", "username", "password_hash", "emergency_entry"])
    .executeTakeFirst();
  if (
    !user ||
    !isStillProved(challenged, user) ||
    isPasswordClosed(user, { oidcOnly })
  ) {
    throw challengeIsOver();
  }
  return user;
}

export function recordOf(
  { clock, secrets, oidcOnly }: StepDeps,
  origin: Step["origin"],
) {
  return { at: clock(), origin, signInKey: secrets.signInKey, oidcOnly };
}
