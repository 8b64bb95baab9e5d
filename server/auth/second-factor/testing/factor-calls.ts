import { Secret, TOTP } from "otpauth";
import type { z } from "zod";
import {
  getMe,
  type SessionTokens,
  type SignInChallenge,
} from "~/contract/auth";
import { askForOwnKey, enterCode, setFactor } from "~server/auth/service";
import type { AnyService } from "~server/door/services";
import type { Asked, Asking, TestApi } from "~server/testing/open-test-api";
import { address, attempt, RIGHT } from "../../testing/sign-in-attempts";

const HERE = address(1);
/** Two half minutes make a code newer than any used one. */
const NEXT_CODE_MS = 60_000;

export function codeAt(key: string, at: Date): string {
  const totp = new TOTP({ secret: Secret.fromBase32(key) });
  return totp.generate({ timestamp: at.getTime() });
}

/** A refusal fails the test. */
export function answerOf<Result>({
  status,
  answer,
}: Asked<Result>): NonNullable<Result> {
  if (answer == null) throw new Error(`no answer: ${status}`);
  return answer;
}

export function factorCalls(api: TestApi) {
  const ask = <Input extends z.ZodTypeAny, Result>(
    service: AnyService<Input, Result>,
    input: z.input<Input>,
    token = "",
    asking: Asking = api,
  ) => asking.ask(token, service, input, HERE);

  const logIn = async (username: string, password = RIGHT, from = HERE) =>
    (await (
      await attempt(api, username, from, password)
    ).json()) as SessionTokens & SignInChallenge;

  /** Status of a call with this token. */
  const statusOf = async (token: string) =>
    (await api.get(getMe.path, token)).status;

  const freshCode = (key: string) => {
    api.advance(NEXT_CODE_MS);
    return codeAt(key, api.deps.clock());
  };

  const setUp = (token: string, presentCode?: string) =>
    setUpWith(token, RIGHT, presentCode);

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

  async function withFactor(username: string) {
    const { token } = await logIn(username);
    return { token, ...(await setUp(token)) };
  }

  const enter = (challenge: string, code: string, asking: Asking = api) =>
    ask(enterCode, { challenge, code }, undefined, asking);

  /** Ada and Ben need a factor from that day. The clock begins on 2026-06-15, at 8 in the morning of New York. */
  const needFrom = (required_from: string) =>
    api.deps.store.db
      .insertInto("second_factor_rules")
      .values({ access_level: "region", required_from })
      .execute();

  return {
    ...{ ask, logIn, statusOf, freshCode, setUp, setUpWith, withFactor },
    ...{ enter, needFrom },
  };
}
