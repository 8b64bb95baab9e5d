import { createSecretKey } from "node:crypto";
import { SignJWT } from "jose";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { getMe } from "~/contract/auth";
import { TEST_DIALECTS } from "~server/testing/open-test-store";
import { logoutClaims, unsigned } from "./testing/logout-tokens";
import { openWithProvider, useProvider } from "./testing/open-with-provider";
import { CLIENT } from "./testing/test-provider";

type Claims = Record<string, unknown>;

const EVENT = "http://schemas.openid.net/event/backchannel-logout";

describe.each(TEST_DIALECTS)("a logout token on %s", (dialect) => {
  let on: Awaited<ReturnType<typeof openWithProvider>>;
  let session: string;
  beforeAll(async () => {
    on = await openWithProvider(dialect);
    const { calls, manager, userId, provider } = on;
    const { claim } = await calls.signIn();
    await calls.link(claim, await calls.codeFor(manager, userId));
    provider.mischief.claims = (claims) => ({ ...claims, sid: "s1" });
    session = (await calls.signIn()).token;
  });
  afterAll(() => on.close());
  beforeEach(() => {
    on.api.logged.length = 0;
  });

  const now = () => Math.floor(on.api.deps.clock().getTime() / 1000);
  const claims = (changes: Claims = {}) =>
    logoutClaims(on.provider, on.api.deps.clock(), { sid: "s9", ...changes });

  const without = (name: string) => {
    const { [name]: _gone, ...rest } = claims();
    return rest;
  };

  /** The status, and the code that the log has of a refusal. */
  async function sent(token: string) {
    const response = await on.calls.logOut(token);
    const told = on.api.logged.find(
      ({ event }) => event === "oidc.logout_refused",
    );
    if (response.status === 400) {
      expect(await response.json()).toEqual({
        code: "invalid",
        error: "This is no logout of your organisation's login.",
      });
    }
    return [response.status, told?.code];
  }

  it.each<[string, Claims]>([
    ["logout+jwt", { typ: "logout+jwt" }],
    ["LOGOUT+JWT", { typ: "LOGOUT+JWT" }],
    ["application/logout+jwt", { typ: "application/logout+jwt" }],
    ["JWT", { typ: "JWT" }],
    ["no type", {}],
  ])("is taken with %s", async (_, header) => {
    const token = await on.provider.sign(claims(), header);
    expect(await sent(token)).toEqual([204, undefined]);
  });

  it.each<[string, () => Claims]>([
    ["several audiences", () => claims({ aud: ["other", CLIENT.client_id] })],
    ["no end", () => without("exp")],
    ["an end half a minute ago", () => claims({ exp: now() - 30 })],
    ["a time half a minute ahead", () => claims({ iat: now() + 30 })],
    ["a time of five minutes ago", () => claims({ iat: now() - 300 })],
    ["a person alone", () => claims({ sid: undefined, sub: "of nobody" })],
    ["both", () => claims({ sub: "of nobody" })],
    ["more events", () => claims({ events: { [EVENT]: {}, other: 1 } })],
  ])("is taken with %s", async (_, made) => {
    expect(await sent(await on.provider.sign(made()))).toEqual([
      204,
      undefined,
    ]);
  });

  const CLAIM = "ERR_JWT_CLAIM_VALIDATION_FAILED";
  it.each<[string, string, () => Claims]>([
    ["no issuer", "logout-issuer", () => without("iss")],
    [
      "another issuer",
      "logout-issuer",
      () => claims({ iss: "https://evil.example" }),
    ],
    ["an issuer that is none", "logout-issuer", () => claims({ iss: "evil" })],
    ["the issuer in another spelling", CLAIM, () => claims({ iss: spelt() })],
    ["no audience", CLAIM, () => without("aud")],
    ["another audience", CLAIM, () => claims({ aud: "another" })],
    ["no time", CLAIM, () => without("iat")],
    ["a time that is none", CLAIM, () => claims({ iat: "now" })],
    ["a time two minutes ahead", CLAIM, () => claims({ iat: now() + 120 })],
    [
      "a time of seven minutes ago",
      "ERR_JWT_EXPIRED",
      () => claims({ iat: now() - 420 }),
    ],
    [
      "an end two minutes ago",
      "ERR_JWT_EXPIRED",
      () => claims({ exp: now() - 120 }),
    ],
    ["no id", CLAIM, () => without("jti")],
    ["an empty id", "logout-jti", () => claims({ jti: "" })],
    ["an id that is none", "logout-jti", () => claims({ jti: 7 })],
    ["no events", "logout-event", () => without("events")],
    ["events in a list", "logout-event", () => claims({ events: [EVENT] })],
    ["another event", "logout-event", () => claims({ events: { other: {} } })],
    [
      "an event that is no object",
      "logout-event",
      () => claims({ events: { [EVENT]: true } }),
    ],
    [
      "an event that is a list",
      "logout-event",
      () => claims({ events: { [EVENT]: [] } }),
    ],
    ["nobody", "logout-nobody", () => without("sid")],
    ["an empty session", "logout-nobody", () => claims({ sid: "" })],
    ["a person that is none", "logout-nobody", () => claims({ sub: 7 })],
    ["a nonce", "logout-nonce", () => claims({ nonce: "n" })],
    ["a nonce that is null", "logout-nonce", () => claims({ nonce: null })],
  ])("is refused with %s", async (_, code, made) => {
    expect(await sent(await on.provider.sign(made()))).toEqual([400, code]);
  });

  const spelt = () => `${on.provider.issuer}/`;

  it.each(["at+jwt", "secevent+jwt", "dpop+jwt", "", 7])(
    "is refused as a token of the kind %j",
    async (typ) => {
      const { sid: _sid, ...rest } = claims();
      const token = unsigned({ alg: "RS256", typ }, { ...rest, sid: "s1" });
      expect(await sent(token)).toEqual([400, "logout-type"]);
    },
  );

  it("is refused as an ID token, which has a nonce and no event", async () => {
    const { jti: _jti, events: _events, ...rest } = claims({ nonce: "n" });
    expect((await sent(await on.provider.sign(rest)))[0]).toBe(400);
  });

  it("is refused without a signature, and with one by a secret or by nobody's key", async () => {
    const said = claims({ sid: "s1" });
    const { client_secret: secret } = CLIENT;
    const shared = await new SignJWT(said)
      .setProtectedHeader({ alg: "HS256" })
      .sign(createSecretKey(Buffer.from(secret)));
    const good = await on.provider.sign(said);
    const [header, , signature] = good.split(".");
    const [, payload] = (await on.provider.sign({ ...said, sub: "ada" })).split(
      ".",
    );
    for (const [token, code] of [
      [unsigned({ alg: "none" }, said), "ERR_JOSE_ALG_NOT_ALLOWED"],
      [unsigned({ alg: "none" }, said, "AAAA"), "ERR_JOSE_ALG_NOT_ALLOWED"],
      [shared, "ERR_JOSE_ALG_NOT_ALLOWED"],
      [
        await on.provider.sign(said, { kid: "first" }, "forger"),
        "ERR_JWS_SIGNATURE_VERIFICATION_FAILED",
      ],
      [
        `${header}.${payload}.${signature}`,
        "ERR_JWS_SIGNATURE_VERIFICATION_FAILED",
      ],
      [
        await on.provider.sign(said, { kid: "unknown" }),
        "ERR_JWKS_NO_MATCHING_KEY",
      ],
      [
        unsigned({ alg: "RS256", crit: ["x"], x: 1 }, said, "AAAA"),
        "ERR_JOSE_NOT_SUPPORTED",
      ],
    ] as const) {
      on.api.logged.length = 0;
      expect(await sent(token)).toEqual([400, code]);
    }
    expect((await on.api.get(getMe.path, session)).status).toBe(200);
  });

  it("is refused where it is none", async () => {
    for (const token of ["x", "a.b.c", "..", "a.b.c.d.e", "é", "{}"]) {
      expect((await on.calls.logOut(token)).status).toBe(400);
    }
    expect((await on.calls.logOut("x".repeat(4_001))).status).toBe(400);
    expect((await on.calls.logOut("")).status).toBe(400);
  });

  it("delays nobody, however many bad ones come, and asks the provider for nothing", async () => {
    const { api, provider, calls } = on;
    useProvider(api, provider);
    const rows = () =>
      api.deps.store.db.selectFrom("sign_in_failures").selectAll().execute();
    const askedBefore = new Map(provider.asked);
    const foreign = await provider.sign(
      claims({ iss: "https://evil.example" }),
    );
    for (let bad = 0; bad < 100; bad += 1) {
      expect((await calls.logOut(foreign)).status).toBe(400);
    }
    expect(provider.asked).toEqual(askedBefore);
    const forged = await provider.sign(claims(), {}, "forger");
    for (let bad = 0; bad < 100; bad += 1) {
      expect((await calls.logOut(forged)).status).toBe(400);
    }
    expect(await rows()).toEqual([]);
    const before = askedBefore.get("/jwks") ?? 0;
    expect(provider.asked.get("/jwks")).toBe(before + 1);
    // From the same address.
    expect((await calls.signIn()).token).toBeDefined();
    const good = await provider.sign(claims());
    expect((await calls.logOut(good)).status).toBe(204);
  });
});
