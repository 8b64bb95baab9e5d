import { ACCESS_TOKEN_HEADER, type SignInChallenge } from "~/contract/auth";
import type { AnyEndpoint } from "~/contract/endpoint";
import {
  postOwnFactor,
  postOwnKey,
  postSignInCode,
} from "~/contract/second-factor";
import type { TestApi } from "~server/testing/open-test-api";
import {
  address,
  attempt,
  RIGHT,
  type Ask,
} from "../../testing/sign-in-attempts";
import { codeAt } from "../totp";

const HERE = address(1);
/** Two half minutes: a code of the moment is then newer than any that was used. */
const NEXT_CODE_MS = 60_000;

export interface Tokens {
  token: string;
  second_factor?: {
    required_from: string | null;
    recovery_codes_left?: number;
  };
}

/** Calls about second factors, as the portal makes them. */
export function factorCalls(api: TestApi) {
  const post = (
    target: Pick<AnyEndpoint, "path" | "method">,
    body: object,
    token?: string,
    ask: Ask = api,
  ) =>
    ask.fetch(target.path, {
      method: target.method,
      headers: {
        "content-type": "application/json",
        "x-forwarded-for": HERE,
        ...(token !== undefined && { [ACCESS_TOKEN_HEADER]: token }),
      },
      body: JSON.stringify(body),
    });

  const read = async <Body>(response: Response) =>
    (await response.json()) as Body;

  /** Answers of a password that is right. */
  const logIn = async (username: string, password = RIGHT, from = HERE) =>
    read<Tokens & SignInChallenge>(
      await attempt(api, username, from, password),
    );

  /** A code that has not been used. */
  const freshCode = (key: string) => {
    api.advance(NEXT_CODE_MS);
    return codeAt(key, api.deps.clock());
  };

  /** Sets a factor up in a session; over one that is there with a code of it, or a recovery code. */
  async function setUp(token: string, presentCode?: string) {
    const { data } = await read<{ data: { set_up: string; key: string } }>(
      await post(postOwnKey, {}, token),
    );
    const response = await post(
      postOwnFactor,
      {
        set_up: data.set_up,
        code: freshCode(data.key),
        password: RIGHT,
        present_code: presentCode,
      },
      token,
    );
    if (!response.ok) throw new Error(`not set up: ${response.status}`);
    const answer = await read<{ data: { recovery_codes: string[] } }>(response);
    return { key: data.key, codes: answer.data.recovery_codes };
  }

  /** Somebody with a factor, signed in with their password alone before. */
  async function withFactor(username: string) {
    const { token } = await logIn(username);
    return { token, ...(await setUp(token)) };
  }

  const enter = (challenge: string, code: string, ask: Ask = api) =>
    post(postSignInCode, { challenge, code }, undefined, ask);

  return { post, read, logIn, freshCode, setUp, withFactor, enter };
}
