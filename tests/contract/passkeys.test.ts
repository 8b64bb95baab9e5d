import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { sessionTokens, signInChallenge } from "~/contract/auth";
import type { AnyEndpoint } from "~/contract/endpoint";
import {
  postOwnPasskey,
  postOwnPasskeyOptions,
  postPasskeyRemoval,
  postSignInPasskey,
  postSignInPasskeyOptions,
} from "~/contract/passkeys";
import {
  getOwnSignIn,
  postOwnFactor,
  postOwnKey,
} from "~/contract/second-factor";
import { SoftwareAuthenticator } from "~server/auth/passkeys/testing/software-authenticator";
import { codeAt } from "~server/auth/second-factor/totp";
import { PASSWORD } from "./census.data";
import { bodyOf, expectRefusal, HostClient } from "./host-client";
import { openHost } from "./host";

let now = Date.parse("2026-07-01T16:00:00Z");
const clock = () => new Date(now);
const freshCode = (key: string) => {
  now += 60_000;
  return codeAt(key, clock());
};
/** A host without a public address has passkeys for its own machine. */
const ORIGIN = "http://localhost:3000";
const PASSKEY = {
  id: "AAAA",
  client_data: "AAAA",
  authenticator_data: "AAAA",
  signature: "AAAA",
};

describe("the data server's passkeys", () => {
  let client: HostClient;
  beforeAll(async () => {
    client = new HostClient(await openHost(clock));
  }, 60_000);
  afterAll(() => client.host.close());

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

  it("are added, used and removed by the contract", async () => {
    const { token } = sessionTokens.parse(await logIn("region"));
    const { path } = postOwnPasskeyOptions;
    const without = client.askWith(token, postOwnPasskeyOptions, path, {});
    await expectRefusal(await without, 404);
    const { data } = await answerTo(postOwnKey, token, {});
    const { set_up, key } = data;
    const factor = { set_up, code: freshCode(key), password: PASSWORD };
    await answerTo(postOwnFactor, token, factor);

    const authenticator = new SoftwareAuthenticator();
    const told = { origin: ORIGIN, rpId: "localhost" };
    const asked = (await answerTo(postOwnPasskeyOptions, token, {})).data;
    const { attempt, challenge: toMake } = asked ?? {};
    const made = authenticator.make({ ...told, challenge: toMake ?? "" });
    const proof = () => ({ password: PASSWORD, present_code: freshCode(key) });
    const send = (target: AnyEndpoint, body: object) =>
      client.askWith(token, target, target.path, body);
    const added = { attempt, passkey: made, name: " Mine ", ...proof() };
    expect((await send(postOwnPasskey, added)).status).toBe(204);

    const { challenge } = signInChallenge.parse(await logIn("region"));
    const question = (
      await answerTo(postSignInPasskeyOptions, null, { challenge })
    ).data;
    const toUse = question?.challenge ?? "";
    const signed = authenticator.sign({ ...told, challenge: toUse });
    const step = { challenge, attempt: question?.attempt, passkey: signed };
    const begun = await answerTo(postSignInPasskey, null, step);
    expect(begun.second_factor).toEqual({ required_from: null });

    const own = await client.askWith(token, getOwnSignIn, getOwnSignIn.path);
    const there = getOwnSignIn.answer.parse(await bodyOf(own)).data.passkeys;
    expect(there?.map(({ name }) => name)).toEqual(["Mine"]);
    const removal = { passkey: there?.[0]?.id, ...proof() };
    expect((await send(postPasskeyRemoval, removal)).status).toBe(204);
    await expectRefusal(await send(postPasskeyRemoval, removal), 404);
  });

  const proof = { password: "x", present_code: "000000" };
  const made = {
    id: "AAAA",
    client_data: "AAAA",
    attestation: "AAAA",
    transports: [],
  };
  const BODIES: [AnyEndpoint, object][] = [
    [postSignInPasskeyOptions, { challenge: "x" }],
    [postSignInPasskey, { challenge: "x", attempt: "x", passkey: PASSKEY }],
    [postOwnPasskeyOptions, {}],
    [postOwnPasskey, { attempt: "x", passkey: made, name: "x", ...proof }],
    [postPasskeyRemoval, { passkey: "x", ...proof }],
  ];

  it.each(BODIES)(
    "$path is refused with 401 by nobody's word",
    async (target, body) => {
      const { path } = target;
      await expectRefusal(await client.askWith(null, target, path, body), 401);
    },
  );

  it.each(BODIES.filter(([target]) => target !== postOwnPasskeyOptions))(
    "$path is refused with 400 when its body is ill-made",
    async (target, body) => {
      const odd = { ...body, attempt: "", challenge: "", passkey: { id: "+" } };
      for (const bad of [{}, [], null, "text", odd]) {
        const { path } = target;
        await expectRefusal(
          await client.askAs("company", target, path, bad),
          400,
        );
      }
    },
  );
});
