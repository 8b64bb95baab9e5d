import type { SessionTokens } from "~/contract/auth";
import {
  postSignInPasskey,
  postSignInPasskeyOptions,
  type SignedPasskey,
  type UseQuestion,
} from "~/contract/passkeys";
import {
  postSignInCode,
  postSignInFactor,
  postSignInKey,
} from "~/contract/second-factor";
import { call, type CallFailure, type Outcome } from "~/data/call.server";
import { clientAddressOf, requestIdOf } from "~/data/request-context.server";
import type { HeldChallenge } from "./challenge-cookie.server";
import type { SessionRecord } from "./session-record.server";
import { sessionOfTokens } from "./session-of-tokens.server";

/** What came of a second step: a session to be opened, or why not; null where it began and its page cannot be had. */
type Stepped =
  | { record: SessionRecord; codes: readonly string[] }
  | CallFailure
  | null;

/** Asks for the session of who has typed a code. */
export async function signInByCode(
  request: Request,
  { challenge, username }: HeldChallenge,
  code: string,
): Promise<Stepped> {
  const context = contextOf(request);
  const outcome = await call(
    postSignInCode,
    { body: { challenge, code } },
    context,
  );
  return steppedBy(outcome, { ...context, username });
}

/** How the browser asks for a passkey; null where the user has none, or the host knows none. The code is a way in any case. */
export async function passkeyQuestion(
  request: Request,
  { challenge }: HeldChallenge,
): Promise<UseQuestion | null> {
  const outcome = await call(
    postSignInPasskeyOptions,
    { body: { challenge } },
    contextOf(request),
  );
  return outcome.kind === "data" ? outcome.answer.data : null;
}

/** Asks for the session of whose passkey has signed. */
export async function signInByPasskey(
  request: Request,
  { challenge, username }: HeldChallenge,
  answer: { attempt: string; passkey: SignedPasskey },
): Promise<Stepped> {
  const context = contextOf(request);
  const outcome = await call(
    postSignInPasskey,
    { body: { challenge, ...answer } },
    context,
  );
  return steppedBy(outcome, { ...context, username });
}

/** A key for who has to set a factor up first; with `setUp` the one of a form that was not accepted. */
export async function keyForSignIn(
  request: Request,
  { challenge }: HeldChallenge,
  setUp: string | undefined,
): Promise<{ set_up: string; key: string } | CallFailure | null> {
  const outcome = await call(
    postSignInKey,
    { body: { challenge, set_up: setUp } },
    contextOf(request),
  );
  if (outcome.kind === "failure") return outcome;
  return outcome.kind === "empty" ? null : outcome.answer.data;
}

/** Sets the factor up and asks for the session. */
export async function signInBySetUp(
  request: Request,
  { challenge, username }: HeldChallenge,
  { setUp, code }: { setUp: string; code: string },
): Promise<Stepped> {
  const context = contextOf(request);
  const outcome = await call(
    postSignInFactor,
    { body: { challenge, set_up: setUp, code } },
    context,
  );
  if (outcome.kind === "failure") return outcome;
  if (outcome.kind === "empty") return null;
  const { recovery_codes: codes, ...tokens } = outcome.answer;
  const record = await sessionOfTokens(tokens, { ...context, username });
  return record && { record, codes };
}

async function steppedBy(
  outcome: Outcome<SessionTokens>,
  asking: Parameters<typeof sessionOfTokens>[1],
): Promise<Stepped> {
  if (outcome.kind === "failure") return outcome;
  if (outcome.kind === "empty") return null;
  const record = await sessionOfTokens(outcome.answer, asking);
  return record && { record, codes: [] };
}

function contextOf(request: Request) {
  return {
    token: null,
    requestId: requestIdOf(request),
    clientAddress: clientAddressOf(request),
  };
}
