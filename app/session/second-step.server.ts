import type { SessionTokens } from "~/contract/auth";
import type { DeepReadonly } from "~/contract/deep-readonly";
import { ask } from "~/data/ask.server";
import type { CallFailure, Outcome } from "~/data/call.server";
import { clientAddressOf, requestIdOf } from "~/data/request-context.server";
import {
  askForKey,
  askForPasskey,
  enterCode,
  enterFirstCode,
  enterPasskey,
  type SignedPasskey,
  type UseQuestion,
} from "~server/auth/service";
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
  const outcome = await ask(enterCode, { challenge, code }, context);
  return steppedBy(outcome, { ...context, username });
}

/** How the browser asks for a passkey; null where the user has none. The code is a way in any case. */
export async function passkeyQuestion(
  request: Request,
  { challenge }: HeldChallenge,
): Promise<DeepReadonly<UseQuestion> | null> {
  const outcome = await ask(askForPasskey, { challenge }, contextOf(request));
  return outcome.kind === "data" ? outcome.answer : null;
}

export async function signInByPasskey(
  request: Request,
  { challenge, username }: HeldChallenge,
  answer: { attempt: string; passkey: SignedPasskey },
): Promise<Stepped> {
  const context = contextOf(request);
  const outcome = await ask(enterPasskey, { challenge, ...answer }, context);
  return steppedBy(outcome, { ...context, username });
}

/** A key for who has to set a factor up first; with `setUp` the one of a form that was not accepted. */
export async function keyForSignIn(
  request: Request,
  { challenge }: HeldChallenge,
  setUp: string | undefined,
): Promise<Outcome<{ setUp: string; key: string }>> {
  return ask(askForKey, { challenge, setUp }, contextOf(request));
}

export async function signInBySetUp(
  request: Request,
  { challenge, username }: HeldChallenge,
  typed: { setUp: string; code: string },
): Promise<Stepped> {
  const context = contextOf(request);
  const outcome = await ask(enterFirstCode, { challenge, ...typed }, context);
  if (outcome.kind === "failure") return outcome;
  if (outcome.kind === "empty") return null;
  const { tokens, codes } = outcome.answer;
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
