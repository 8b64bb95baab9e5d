import { createHash } from "node:crypto";
import type { Kysely } from "kysely";
import { z } from "zod";
import type { SessionTokens, SignInChallenge } from "~/contract/auth";
import {
  factorWords,
  passkeyRefusals,
} from "~/features/second-factor/rules/factor-words";
import { recordEvent } from "~server/audit/audit-events";
import { Refusal } from "~server/refusal";
import type { Secrets } from "~server/secrets";
import type { Schema } from "~server/store/schema";
import type { AuthDeps, Step } from "../deps";
import { isPasswordClosed } from "../entry-rules";
import { codeKey } from "../failures";
import { lockUsers } from "../lock-users";
import { markUsed, newestAnswered, passkeysOf } from "../passkeys/passkey-rows";
import type { RelyingParty } from "../passkeys/relying-party";
import {
  newQuestion,
  readQuestion,
  readyToVerify,
  verifySigned,
  type SignedPasskey,
} from "../passkeys/verify-passkey";
import { recordSignIn, type ProvedUser } from "../record-sign-in";
import { revokeSessionsOf } from "../session-rows";
import type { Sessions } from "../sessions";
import { countRecoveryCodes, hasFactor, storeFactor } from "./factor-rows";
import {
  firstStepOf,
  keyToSetUp,
  readSetUpKey,
  type SealedKey,
} from "./set-up-key";
import { proveOnce, spendCode, type CodeKind } from "./spend-code";

export interface StepDeps extends AuthDeps {
  sessions: Sessions;
  oidcOnly: boolean;
}

type Wanted = SignInChallenge["wanted"];

/** Time for the second step: to read a code, or to set up an app first, as long as its key lasts. */
const LASTS_MS = { code: 5 * 60_000, set_up: 30 * 60_000 } as const;

const CHALLENGE = "sign-in challenge";

const shape = z.object({
  userId: z.number().int(),
  wanted: z.enum(["code", "set_up"]),
  /** Digest of the password hash: a password change ends the challenge. */
  password: z.string(),
  until: z.number(),
});

/** A challenge is no token and only opens the second step. */
export function newChallenge(
  user: Pick<ProvedUser, "id" | "password_hash">,
  wanted: Wanted,
  now: Date,
  { factorSeal }: Pick<Secrets, "factorSeal">,
): SignInChallenge {
  const said: z.infer<typeof shape> = {
    userId: user.id,
    wanted,
    password: markOf(user),
    until: now.getTime() + LASTS_MS[wanted],
  };
  return { challenge: factorSeal.closeJson(said, CHALLENGE), wanted };
}

/** Throws 401 if the challenge is not ours, for another step, or has expired. */
async function challengedUser(
  { store, clock, secrets, oidcOnly }: StepDeps,
  challenge: string,
  wanted: Wanted,
): Promise<ProvedUser> {
  const said = secrets.factorSeal.openJson(challenge, CHALLENGE, shape);
  if (said?.wanted !== wanted || clock().getTime() >= said.until) {
    throw challengeIsOver();
  }
  const user = await store.db
    .selectFrom("users")
    .where("id", "=", said.userId)
    .select(["id", "username", "password_hash", "emergency_entry"])
    .executeTakeFirst();
  if (
    !user ||
    said.password !== markOf(user) ||
    isPasswordClosed(user, { oidcOnly })
  ) {
    throw challengeIsOver();
  }
  return user;
}

function challengeIsOver(): Refusal {
  return new Refusal(401, factorWords.tookTooLong);
}

/** A plain digest is enough: the challenge is sealed. */
function markOf({ password_hash }: Pick<ProvedUser, "password_hash">): string {
  return createHash("sha256").update(password_hash).digest("base64url");
}

/** The user of a challenge and the keys that a failed proof counts against. */
async function attemptOf(deps: StepDeps, challenge: string, step: Step) {
  const user = await challengedUser(deps, challenge, "code");
  const { id, username } = user;
  if (!(await hasFactor(deps.store.db, id))) throw challengeIsOver();
  const key = codeKey(deps.secrets.signInKey, id);
  return { user, attempt: { user: { id, username }, key, ...step } };
}

export async function signInByCode(
  deps: StepDeps,
  { challenge, code }: { challenge: string; code: string },
  step: Step,
): Promise<SessionTokens> {
  const { user, attempt } = await attemptOf(deps, challenge, step);
  let kind = "code" as CodeKind;
  // One transaction: a recovery code is spent only if the session begins.
  return deps.sessions.start(user.id, {
    async before(trx) {
      const how = `password and ${kind}` as const;
      const news = await recordSignIn(trx, how, user, deps, step.origin);
      const left = await countRecoveryCodes(trx, user.id);
      return {
        ...news,
        second_factor: {
          required_from: null,
          ...(kind !== "code" && { recovery_codes_left: left }),
        },
      };
    },
    inTransaction: (begin) =>
      spendCode(deps, { ...attempt, code, field: "code" }, (trx, spent) => {
        kind = spent;
        return begin(trx);
      }),
  });
}

interface PasskeyAnswer {
  attempt: string;
  passkey: SignedPasskey;
}

type PasskeyDeps = StepDeps & { relyingParty: RelyingParty | null };

/** Options for signing in with a passkey after the password; null if the user has none or none can be used here. */
export async function askToUse(deps: PasskeyDeps, challenge: string) {
  const { store, clock, secrets, relyingParty } = deps;
  const user = await challengedUser(deps, challenge, "code");
  const there = relyingParty ? await passkeysOf(store.db, user.id) : [];
  if (!relyingParty || there.length === 0) return null;
  return {
    ...newQuestion(user.id, "use", clock(), secrets),
    rp_id: relyingParty.id,
    origin: relyingParty.origin,
    credentials: there.map(({ id, transports }) => ({ id, transports })),
  };
}

/** Completes a sign-in with a passkey. A wrong one counts like a wrong code. */
export async function signInByPasskey(
  deps: PasskeyDeps,
  { challenge, ...answer }: PasskeyAnswer & { challenge: string },
  step: Step,
): Promise<SessionTokens> {
  const { user, attempt } = await attemptOf(deps, challenge, step);
  // Load the library before the user is locked.
  await readyToVerify();
  return deps.sessions.start(user.id, {
    async before(trx) {
      const how = "password and passkey";
      const news = await recordSignIn(trx, how, user, deps, step.origin);
      return { ...news, second_factor: { required_from: null } };
    },
    async inTransaction(begin) {
      let why: string | null = null;
      const done = await proveOnce(deps, attempt, "passkey", {
        async prove(trx, now) {
          why = await takeAnswer(trx, deps, user.id, answer, now);
          return why === null || null;
        },
        work: begin,
      });
      if (done !== null) return;
      step.log.info({ event: "auth.passkey_wrong", why });
      throw new Refusal(403, passkeyRefusals.wrong, { field: "passkey" });
    },
  });
}

/** Marks the passkey as used, so its answer cannot be replayed; returns the reason if it is refused. */
async function takeAnswer(
  trx: Kysely<Schema>,
  { secrets, relyingParty: party }: PasskeyDeps,
  userId: number,
  { attempt, passkey }: PasskeyAnswer,
  now: Date,
): Promise<string | null> {
  if (!party) return "this portal has no passkeys";
  const question = readQuestion(userId, "use", attempt, now, secrets);
  if (!question) return "the question is over";
  const { challenge, asked } = question;
  if (asked <= (await newestAnswered(trx, userId))) {
    return "this question or a later one was answered";
  }
  const there = await passkeysOf(trx, userId);
  const stored = there.find(({ id }) => id === passkey.id);
  if (!stored) return "the user has no such passkey";
  const verified = await verifySigned(passkey, stored, { challenge, party });
  if ("refused" in verified) return verified.refused;
  const { counter } = verified;
  await markUsed(trx, stored.id, { asked, counter, now });
  return null;
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
  const before = async (trx: Kysely<Schema>) => {
    await lockUsers(trx, [id]);
    // Another window was faster.
    if (await hasFactor(trx, id)) throw challengeIsOver();
    // Sessions without a factor were stopped and must not revive.
    await revokeSessionsOf(trx, id, { at: now.toISOString() });
    const factor = { key, lastStep, createdAt: now.toISOString() };
    codes = await storeFactor(trx, id, factor, deps.secrets);
    const how = "password and code";
    const news = await recordSignIn(trx, how, user, deps, origin);
    const doing = { at: now, user: { id, username }, origin };
    await recordEvent(trx, doing, { action: "set_up_second_factor" });
    return { ...news, second_factor: { required_from: null } };
  };
  const tokens = await deps.sessions.start(id, { before });
  return { tokens, codes };
}

async function userWithoutFactor(
  deps: StepDeps,
  challenge: string,
): Promise<ProvedUser> {
  const user = await challengedUser(deps, challenge, "set_up");
  if (await hasFactor(deps.store.db, user.id)) throw challengeIsOver();
  return user;
}
