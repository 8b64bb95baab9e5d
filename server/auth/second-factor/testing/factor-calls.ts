import { Secret, TOTP } from "otpauth";
import type { z } from "zod";
import type { SessionTokens, SignInChallenge } from "~/contract/auth";
import { askForOwnKey, enterCode, setFactor } from "~server/auth/service";
import type { AnyService } from "~server/door/services";
import type { Asked, Asking, TestApi } from "~server/testing/open-test-api";
import { address, attempt, RIGHT } from "../../testing/sign-in-attempts";

const HERE = address(1);
/** Two half minutes: a code of the moment is then newer than any that was used. */
const NEXT_CODE_MS = 60_000;

/** What an authenticator app shows. */
export function codeAt(key: string, at: Date): string {
  const totp = new TOTP({ secret: Secret.fromBase32(key) });
  return totp.generate({ timestamp: at.getTime() });
}

/** What a service has answered; a refusal fails the test. */
export function answerOf<Result>({
  status,
  answer,
}: Asked<Result>): NonNullable<Result> {
  if (answer == null) throw new Error(`no answer: ${status}`);
  return answer;
}

/** Questions about second factors, as the portal asks them. */
export function factorCalls(api: TestApi) {
  const ask = <Input extends z.ZodTypeAny, Result>(
    service: AnyService<Input, Result>,
    input: z.input<Input>,
    token = "",
    asking: Asking = api,
  ) => asking.ask(token, service, input, HERE);

  /** What the data server says to a password that is right. */
  const logIn = async (username: string, password = RIGHT, from = HERE) =>
    (await (
      await attempt(api, username, from, password)
    ).json()) as SessionTokens & SignInChallenge;

  /** A code that has not been used. */
  const freshCode = (key: string) => {
    api.advance(NEXT_CODE_MS);
    return codeAt(key, api.deps.clock());
  };

  /** Sets a factor up in a session; over one that is there with a code of it, or a recovery code. */
  const setUp = (token: string, presentCode?: string) =>
    setUpWith(token, RIGHT, presentCode);

  /** The same where the password is another one. */
  async function setUpWith(
    token: string,
    password: string,
    presentCode?: string,
  ) {
    const { setUp: sealed, key } = answerOf(await ask(askForOwnKey, {}, token));
    const typed = { setUp: sealed, code: freshCode(key), password };
    const made = await ask(setFactor, { ...typed, presentCode }, token);
    return { key, codes: answerOf(made) };
  }

  /** Somebody with a factor, signed in with their password alone before. */
  async function withFactor(username: string) {
    const { token } = await logIn(username);
    return { token, ...(await setUp(token)) };
  }

  const enter = (challenge: string, code: string, asking: Asking = api) =>
    ask(enterCode, { challenge, code }, undefined, asking);

  return { ask, logIn, freshCode, setUp, setUpWith, withFactor, enter };
}
