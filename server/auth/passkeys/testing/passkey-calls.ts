import type {
  MakeQuestion,
  SignedPasskey,
  UseQuestion,
} from "~/contract/passkeys";
import {
  postOwnPasskey,
  postOwnPasskeyOptions,
  postSignInPasskey,
  postSignInPasskeyOptions,
} from "~/contract/passkeys";
import type { TestApi } from "~server/testing/open-test-api";
import { factorCalls } from "../../second-factor/testing/factor-calls";
import { RIGHT, type Ask } from "../../testing/sign-in-attempts";
import { SoftwareAuthenticator } from "./software-authenticator";

/** Where the portal of these tests is. */
export const PARTY = {
  id: "quality.example.org",
  origin: "https://quality.example.org",
} as const;

/** What an authenticator is told by an honest browser. */
export function honest({ challenge }: { challenge: string }) {
  return { challenge, rpId: PARTY.id, origin: PARTY.origin };
}

/** Calls about passkeys, as the portal makes them. */
export function passkeyCalls(api: TestApi) {
  const calls = factorCalls(api);
  const { post, read } = calls;

  const askToMake = async (token: string) =>
    (
      await read<{ data: MakeQuestion }>(
        await post(postOwnPasskeyOptions, {}, token),
      )
    ).data;

  const askToUse = async (challenge: string) =>
    (
      await read<{ data: UseQuestion }>(
        await post(postSignInPasskeyOptions, { challenge }),
      )
    ).data;

  /** Adds the passkey of an authenticator in a session; `asked` where parts of it are otherwise. */
  async function add(
    token: string,
    presentCode: string,
    authenticator = new SoftwareAuthenticator(),
    asked: object = {},
  ) {
    const question = await askToMake(token);
    const passkey = authenticator.make(honest(question));
    const body = {
      attempt: question.attempt,
      passkey,
      name: "My key",
      password: RIGHT,
      present_code: presentCode,
      ...asked,
    };
    return post(postOwnPasskey, body, token);
  }

  /** Somebody with a factor and a passkey, in a session. */
  async function withPasskey(username: string, counter = 0) {
    const owner = await calls.withFactor(username);
    const authenticator = new SoftwareAuthenticator(counter);
    const code = calls.freshCode(owner.key);
    const added = await add(owner.token, code, authenticator);
    if (!added.ok) throw new Error(`not added: ${added.status}`);
    return { ...owner, authenticator };
  }

  const send = (
    body: { challenge: string; attempt: string; passkey: SignedPasskey },
    ask: Ask = api,
  ) => post(postSignInPasskey, body, undefined, ask);

  /** A right answer to a new question. */
  async function answerOf(
    username: string,
    authenticator: SoftwareAuthenticator,
  ) {
    const { challenge } = await calls.logIn(username);
    const question = await askToUse(challenge);
    const passkey = authenticator.sign(honest(question));
    return { challenge, attempt: question.attempt, passkey };
  }

  return { ...calls, askToMake, askToUse, add, withPasskey, send, answerOf };
}
