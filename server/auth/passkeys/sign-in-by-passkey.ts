import type { Kysely } from "kysely";
import type { SessionTokens } from "~/contract/auth";
import { passkeyRefusals } from "~/features/second-factor/rules/passkey-refusals";
import { Refusal } from "~server/refusal";
import type { Schema } from "~server/store/schema";
import { codeKey } from "../failure-keys";
import { recordSignIn } from "../record-sign-in";
import { challengeIsOver } from "../second-factor/challenge";
import { hasFactor } from "../second-factor/factor-rows";
import {
  challengedUser,
  recordOf,
  type Step,
  type StepDeps,
} from "../second-factor/second-step";
import { proveOnce } from "../second-factor/spend-code";
import type { PasskeyDeps } from "./own-passkeys";
import { markUsed, newestAnswered, passkeysOf } from "./passkey-rows";
import { newQuestion, readQuestion } from "./passkey-question";
import type { SignedPasskey } from "./passkey-shapes";
import { readyToVerify, verifySigned } from "./verify-passkey";

type Deps = StepDeps & PasskeyDeps;

interface Answer {
  attempt: string;
  passkey: SignedPasskey;
}

/** Options for signing in with a passkey after the password; null if the user has none or none can be used here. */
export async function askToUse(deps: Deps, challenge: string) {
  const { store, clock, secrets, relyingParty } = deps;
  const { id } = await challengedUser(deps, challenge, "code");
  const there = relyingParty ? await passkeysOf(store.db, id) : [];
  if (!relyingParty || there.length === 0) return null;
  return {
    ...newQuestion(id, "use", clock(), secrets),
    rp_id: relyingParty.id,
    origin: relyingParty.origin,
    credentials: there.map(({ id: credential, transports }) => ({
      id: credential,
      transports,
    })),
  };
}

/** Completes a sign-in with a passkey. A wrong one counts like a wrong code. */
export async function signInByPasskey(
  deps: Deps,
  { challenge, ...answer }: Answer & { challenge: string },
  { origin, log }: Step,
): Promise<SessionTokens> {
  const user = await challengedUser(deps, challenge, "code");
  const { id, username } = user;
  if (!(await hasFactor(deps.store.db, id))) throw challengeIsOver();
  // Load the library before the user is locked.
  await readyToVerify();
  const attempt = {
    user: { id, username },
    key: codeKey(deps.secrets.signInKey, id),
    origin,
    log,
  };
  return deps.sessions.start(
    id,
    async (trx) => {
      const record = recordOf(deps, origin);
      const how = "password and passkey";
      const news = await recordSignIn(trx, how, user, record);
      return { ...news, second_factor: { required_from: null } };
    },
    async (begin) => {
      let why = "";
      const done = await proveOnce(deps, attempt, "passkey", {
        async prove(trx, now) {
          const problem = await takeAnswer(trx, deps, id, answer, now);
          why = problem ?? "";
          return problem === null || null;
        },
        work: (trx) => begin(trx),
      });
      if (done !== null) return;
      log.info({ event: "auth.passkey_wrong", why });
      throw new Refusal(403, passkeyRefusals.wrong, { field: "passkey" });
    },
  );
}

/** Marks the passkey as used, so its answer cannot be replayed; returns the reason if it is refused. */
async function takeAnswer(
  trx: Kysely<Schema>,
  { secrets, relyingParty: party }: Deps,
  userId: number,
  { attempt, passkey }: Answer,
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
