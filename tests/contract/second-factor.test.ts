import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { sessionTokens, signInChallenge } from "~/contract/auth";
import type { AnyEndpoint } from "~/contract/endpoint";
import {
  deleteUserFactor,
  deleteUserSessions,
  getOwnSignIn,
  postFactorRemoval,
  postFactorRule,
  postOwnFactor,
  postOwnKey,
  postRecoveryCodes,
  postSessionEnd,
  postSignInCode,
  postSignInFactor,
  postSignInKey,
} from "~/contract/second-factor";
import { getUsers } from "~/contract/users";
import { codeAt } from "~server/auth/second-factor/totp";
import { PASSWORD } from "./census.data";
import { bodyOf, expectRefusal, HostClient } from "./host-client";
import { openHost } from "./host";

let now = Date.parse("2026-07-01T16:00:00Z");
const clock = () => new Date(now);
/** A code of the moment is then newer than any that was used. */
const freshCode = (key: string) => {
  now += 60_000;
  return codeAt(key, clock());
};

describe("the data server's second factors", () => {
  let client: HostClient;
  beforeAll(async () => {
    client = new HostClient(await openHost(clock));
  }, 60_000);
  afterAll(() => client.host.close());

  /** The answer to a call, in the endpoint's shape. */
  async function answerTo<E extends AnyEndpoint>(
    target: E,
    token: string | null,
    body: object,
  ): Promise<E["answer"]["_output"]> {
    const response = await client.askWith(token, target, target.path, body);
    expect(response.status).toBe(200);
    return target.answer.parse(await bodyOf(response));
  }

  const logIn = async (username: string) =>
    bodyOf(await client.logIn({ username, password: PASSWORD }));

  async function setUp(token: string, presentKey?: string) {
    const { data } = await answerTo(postOwnKey, token, {});
    const { set_up, key } = data;
    const body = {
      set_up,
      code: freshCode(key),
      password: PASSWORD,
      ...(presentKey && { present_code: codeAt(presentKey, clock()) }),
    };
    const made = await answerTo(postOwnFactor, token, body);
    return { key, codes: made.data.recovery_codes };
  }

  it("are set up, asked for, renewed and removed by the contract", async () => {
    const { token } = sessionTokens.parse(await logIn("region"));
    const { key, codes } = await setUp(token);
    const { challenge } = signInChallenge.parse(await logIn("region"));
    const code = freshCode(key);
    const byCode = await answerTo(postSignInCode, null, { challenge, code });
    expect(byCode.second_factor).toEqual({ required_from: null });
    const own = byCode.token;
    const byRecovery = await answerTo(postSignInCode, null, {
      challenge,
      code: codes[0],
    });
    expect(byRecovery.second_factor?.recovery_codes_left).toBe(9);

    const told = await client.askWith(own, getOwnSignIn, getOwnSignIn.path);
    const { data } = getOwnSignIn.answer.parse(await bodyOf(told));
    const other = data.sessions.find(({ is_this }) => !is_this)?.id ?? "";
    const session = { session: other };
    const end = () =>
      client.askWith(own, postSessionEnd, postSessionEnd.path, session);
    expect((await end()).status).toBe(204);
    await expectRefusal(await end(), 404);

    const fresh = { code: freshCode(key) };
    const made = await answerTo(postRecoveryCodes, own, fresh);
    expect(made.data.recovery_codes).toHaveLength(10);
    await expect(setUp(own)).rejects.toThrow();
    const renewed = await setUp(own, key);
    expect(renewed.key).not.toBe(key);
    const { path } = postFactorRemoval;
    const present_code = freshCode(renewed.key);
    const body = { password: PASSWORD, present_code };
    const removed = await client.askWith(own, postFactorRemoval, path, body);
    expect(removed.status).toBe(204);
  });

  it("are set up at sign-in where the level needs one", async () => {
    const rule = { access_level: "division", required_from: "2026-07-01" };
    const { path } = postFactorRule;
    await client.askAs("accounts", postFactorRule, path, rule);
    const { challenge, wanted } = signInChallenge.parse(
      await logIn("division"),
    );
    expect(wanted).toBe("set_up");
    const { data } = await answerTo(postSignInKey, null, { challenge });
    const { set_up, key } = data;
    const code = freshCode(key);
    const body = { challenge, set_up, code };
    const begun = await answerTo(postSignInFactor, null, body);
    expect(begun.recovery_codes).toHaveLength(10);

    const users = getUsers.answer.parse(
      await bodyOf(await client.askAs("accounts", getUsers, getUsers.path)),
    ).users;
    const user = users.find(({ username }) => username === "division");
    expect(user?.second_factor).toBe(true);
    const reset = (as: string) =>
      client.askAs(
        as,
        deleteUserFactor,
        `/auth/user/${user?.id}/second-factor`,
      );
    await expectRefusal(await reset("company"), 403);
    expect((await reset("accounts")).status).toBe(204);
    await expectRefusal(await reset("accounts"), 404);
  });

  it("and sessions of a user are ended by account managers alone", async () => {
    const { token } = sessionTokens.parse(await logIn("facility"));
    const users = getUsers.answer.parse(
      await bodyOf(await client.askAs("accounts", getUsers, getUsers.path)),
    ).users;
    const end = (as: string, username: string) => {
      const user = users.find((one) => one.username === username);
      const path = deleteUserSessions.path.replace(":id", String(user?.id));
      return client.askAs(as, deleteUserSessions, path);
    };
    const asked = () => client.askWith(token, getOwnSignIn, getOwnSignIn.path);
    await expectRefusal(await end("company", "facility"), 403);
    await expectRefusal(await end("accounts", "accounts"), 400);
    await expectRefusal(await end("accounts", "nobody"), 400);
    expect((await asked()).status).toBe(200);
    expect((await end("accounts", "facility")).status).toBe(204);
    await expectRefusal(await asked(), 401);
  });

  it.each([
    [postSignInCode, { challenge: "x", code: "000000" }],
    [postSignInKey, { challenge: "x" }],
    [postSignInFactor, { challenge: "x", set_up: "x", code: "000000" }],
    [postOwnFactor, { set_up: "x", code: "000000", password: "x" }],
    [postFactorRemoval, { password: "x" }],
    [postRecoveryCodes, { code: "000000" }],
    [postSessionEnd, { session: "x" }],
  ])("$path is refused with 401 by nobody's word", async (target, body) => {
    const { path } = target;
    await expectRefusal(await client.askWith(null, target, path, body), 401);
  });

  it.each([
    postSignInCode,
    postSignInKey,
    postSignInFactor,
    postOwnFactor,
    postFactorRemoval,
    postRecoveryCodes,
    postSessionEnd,
  ])("$path is refused with 400 when its body is ill-made", async (target) => {
    for (const body of [{}, [], null, "text", { challenge: "" }]) {
      await expectRefusal(
        await client.askAs("company", target, target.path, body),
        400,
      );
    }
  });
});
