import type { z } from "zod";
import {
  addPasskey,
  askForNewPasskey,
  askForPasskey,
  enterPasskey,
} from "~server/auth/service";
import type { Asking, TestApi } from "~server/testing/open-test-api";
import {
  answerOf,
  factorCalls,
} from "../../second-factor/testing/factor-calls";
import { RIGHT } from "../../testing/sign-in-attempts";
import { SoftwareAuthenticator } from "./software-authenticator";

export const PARTY = {
  id: "quality.example.org",
  origin: "https://quality.example.org",
} as const;

/** An honest browser gives this to an authenticator. */
export function honest({ challenge }: { challenge: string }) {
  return { challenge, rpId: PARTY.id, origin: PARTY.origin };
}

export function passkeyCalls(api: TestApi) {
  const calls = factorCalls(api);
  const { ask } = calls;

  const askToMake = async (token: string) =>
    answerOf(await ask(askForNewPasskey, {}, token));

  const askToUse = async (challenge: string) =>
    answerOf(await ask(askForPasskey, { challenge }));

  async function add(
    token: string,
    presentCode: string,
    authenticator = new SoftwareAuthenticator(),
    asked: Partial<z.input<typeof addPasskey.input>> = {},
    lie: object = {},
  ) {
    const question = await askToMake(token);
    const passkey = authenticator.make({ ...honest(question), ...lie });
    const { attempt } = question;
    const proof = { password: RIGHT, presentCode };
    const made = { attempt, passkey, name: "My key", ...proof, ...asked };
    return ask(addPasskey, made, token);
  }

  async function withPasskey(username: string, counter = 0) {
    const owner = await calls.withFactor(username);
    const authenticator = new SoftwareAuthenticator(counter);
    const code = calls.freshCode(owner.key);
    const { status } = await add(owner.token, code, authenticator);
    if (status !== 204) throw new Error(`not added: ${status}`);
    return { ...owner, authenticator };
  }

  const send = (
    answer: z.input<typeof enterPasskey.input>,
    asking: Asking = api,
  ) => ask(enterPasskey, answer, undefined, asking);

  async function signedBy(
    username: string,
    authenticator: SoftwareAuthenticator,
    lie: object = {},
  ) {
    const { challenge } = await calls.logIn(username);
    const question = await askToUse(challenge);
    const passkey = authenticator.sign({ ...honest(question), ...lie });
    return { challenge, attempt: question.attempt, passkey };
  }

  return { ...calls, askToMake, askToUse, add, withPasskey, send, signedBy };
}
