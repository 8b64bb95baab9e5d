import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { runs } from "~server/testing/property-runs";
import { TEST_DIALECTS } from "~server/testing/open-test-store";
import { auditedIn, openBeside } from "~server/auth/testing/sign-in-attempts";
import {
  onProvider,
  useProvider,
} from "~server/oidc/testing/open-with-provider";

const MINUTE_MS = 60_000;
const now = () => Math.floor(Date.now() / 1000);

describe.each(TEST_DIALECTS)("an organisation account on %s", (dialect) => {
  const on = onProvider(dialect);

  const logged = () =>
    on.api.logged
      .filter(({ event }) => String(event).startsWith("oidc."))
      .map(({ event, kind, code }) => [event, kind, code]);

  it("claims a user by a code, and signs in by itself from then on", async () => {
    const { calls, api } = on;
    const first = await on.linked();
    expect(await on.statusOf(first.token)).toBe(200);
    const again = await calls.signIn();
    expect(again.claim).toBeUndefined();
    expect(await on.statusOf(again.token)).toBe(200);
    const events = (await auditedIn(api)).map(
      ({ action, details, username }) => [action, details, username],
    );
    expect(events).toEqual([
      ["make_link_code", {}, "Manager"],
      ["link_organisation_account", {}, "Ada"],
      ["sign_in", { how: "organisation account" }, "Ada"],
      ["sign_in", { how: "organisation account" }, "Ada"],
    ]);
  });

  it("asks for nothing but who somebody is, by the code flow with PKCE", async () => {
    const { address } = await on.calls.begin();
    const { origin, searchParams } = new URL(address);
    expect(origin).toBe(on.provider.issuer);
    expect(Object.fromEntries(searchParams)).toMatchObject({
      response_type: "code",
      scope: "openid",
      code_challenge_method: "S256",
      redirect_uri: "http://portal.test/oidc/callback",
    });
    expect(searchParams.has("prompt")).toBe(false);
  });

  it("links by issuer and subject, not by a name", async () => {
    await on.linked();
    on.provider.mischief.account = "Ada";
    expect((await on.calls.signIn()).claim).toBeDefined();
  });

  it("takes the answer to its own question alone", async () => {
    const { calls } = on;
    await on.linked();
    const { ticket, query } = await calls.walked();
    const other = await calls.walked();
    for (const bad of [
      { ticket, query: other.query },
      { ticket, query: "" },
      { ticket, query: query.replace(/state=[^&]*/, "state=made-up") },
      { ticket: "bWFkZSB1cA==", query },
      { ticket: `${ticket.slice(0, -8)}AAAAAAA=`, query },
    ]) {
      expect((await calls.finish(bad)).status).toBe(400);
    }
    // None of it has used the ticket up.
    expect((await calls.finish({ ticket, query })).status).toBe(200);
  });

  it("takes an answer once, of two at once too, on two servers", async () => {
    const { calls, api } = on;
    await on.linked();
    const beside = openBeside(api);
    const way = await calls.walked();
    const both = await Promise.all([
      calls.finish(way),
      calls.finish(way, beside),
    ]);
    expect(both.map(({ status }) => status).sort()).toEqual([200, 400]);
    expect((await calls.finish(way)).status).toBe(400);
    // Of a code the provider would say so too, but not of a refusal.
    on.provider.mischief.isDenied = true;
    const denied = await calls.walked();
    const twice = [await calls.finish(denied), await calls.finish(denied)];
    expect(twice.map(({ status }) => status)).toEqual([403, 400]);
  });

  it("takes no answer a quarter of an hour after its question", async () => {
    const way = await on.calls.walked();
    on.api.advance(15 * MINUTE_MS);
    expect((await on.calls.finish(way)).status).toBe(400);
  });

  it("takes no code that the provider has seen, and forgets used tickets", async () => {
    const { calls, api } = on;
    const { ticket, query } = await calls.walked();
    await calls.finish({ ticket, query });
    const code = new URLSearchParams(query).get("code") ?? "";
    const other = await calls.walked();
    const replayed = new URLSearchParams(other.query);
    replayed.set("code", code);
    const way = { ticket: other.ticket, query: replayed.toString() };
    expect((await calls.finish(way)).status).toBe(400);
    expect(logged()).toContainEqual(["oidc.failed", "over", "invalid_grant"]);
    api.advance(16 * MINUTE_MS);
    await calls.come();
    const rows = await api.deps.store.db
      .selectFrom("used_tickets")
      .selectAll()
      .execute();
    expect(rows).toHaveLength(1);
  });

  it.each<
    [string, (claims: Record<string, unknown>) => Record<string, unknown>]
  >([
    ["another nonce", (claims) => ({ ...claims, nonce: "of another" })],
    ["no nonce", ({ nonce: _nonce, ...claims }) => claims],
    ["another audience", (claims) => ({ ...claims, aud: "another" })],
    [
      "several audiences and no party",
      (claims) => ({ ...claims, aud: ["sojourn", "b"] }),
    ],
    [
      "another issuer",
      (claims) => ({ ...claims, iss: "https://evil.example" }),
    ],
    ["no subject", ({ sub: _sub, ...claims }) => claims],
    ["an end that is past", (claims) => ({ ...claims, exp: now() - 120 })],
    ["a beginning to come", (claims) => ({ ...claims, nbf: now() + 300 })],
  ])("refuses a token with %s", async (_, claims) => {
    await on.linked();
    on.provider.mischief.claims = claims;
    const response = await on.calls.come();
    expect(response.status).toBe(403);
    expect(JSON.stringify(response)).not.toMatch(/JWT|claim|nonce|evil/i);
    expect((await auditedIn(on.api)).at(-1)).toMatchObject({
      action: "sign_in_failed",
      details: { reason: "organisation_account" },
      username: null,
    });
    expect(logged().at(-1)).toEqual([
      "oidc.failed",
      "not-trusted",
      expect.any(String),
    ]);
  });

  it("refuses a signature that is not the provider's", async () => {
    await on.linked();
    on.provider.mischief.isForged = true;
    expect((await on.calls.come()).status).toBe(403);
  });

  it("bears clocks that differ by half a minute, and says so of five", async () => {
    await on.linked();
    const { mischief } = on.provider;
    mischief.claims = (claims) => ({ ...claims, nbf: now(), exp: now() + 120 });
    const finish = async () => (await on.calls.come()).status;
    for (const [seconds, status] of [
      [30, 200],
      [-60, 200],
      [330, 403],
      [-600, 403],
    ] as const) {
      on.api.advance(seconds * 1000);
      expect(await finish()).toBe(status);
    }
    expect(logged().at(-1)).toEqual([
      "oidc.failed",
      "not-trusted",
      "OAUTH_JWT_TIMESTAMP_CHECK_FAILED",
    ]);
  });

  it("refuses the answer of another provider, and one that names none", async () => {
    const { calls } = on;
    for (const change of [
      (query: URLSearchParams) => query.set("iss", "https://evil.example"),
      (query: URLSearchParams) => query.delete("iss"),
    ]) {
      const { ticket, query } = await calls.walked();
      const mixed = new URLSearchParams(query);
      change(mixed);
      const way = { ticket, query: mixed.toString() };
      expect((await calls.finish(way)).status).toBe(403);
    }
  });

  it("follows a provider to its next key at once, and asks for keys no oftener", async () => {
    const { calls, provider } = on;
    await on.linked();
    await calls.signIn();
    expect(provider.asked.get("/jwks")).toBe(1);
    await provider.rotate();
    expect((await calls.signIn()).token).toBeDefined();
    await calls.signIn();
    expect(provider.asked.get("/jwks")).toBe(2);
    expect(provider.asked.get("/.well-known/openid-configuration")).toBe(1);
  });

  it("asks a provider that was away again, and no used one in vain", async () => {
    const { calls, provider, api } = on;
    useProvider(api, provider);
    provider.mischief.isDown = true;
    const begun = await calls.asked();
    expect([begun.status, begun.refusal?.words]).toEqual([
      503,
      "Your organisation's login cannot be reached right now.",
    ]);
    provider.mischief.isDown = false;
    const way = await calls.walked();
    provider.mischief.isDown = true;
    expect((await calls.finish(way)).status).toBe(503);
    provider.mischief.isDown = false;
    expect((await calls.signIn()).claim).toBeDefined();
    expect((await auditedIn(api)).map(({ action }) => action)).not.toContain(
      "sign_in_failed",
    );
  });

  it("waits four seconds for a provider, not longer", async () => {
    const { calls, provider, api } = on;
    useProvider(api, provider);
    provider.mischief.delayMs = 20_000;
    const begun = performance.now();
    const { status } = await calls.asked();
    expect(status).toBe(503);
    expect(performance.now() - begun).toBeLessThan(8_000);
    expect(logged().at(-1)).toEqual(["oidc.not_reached", undefined, "timeout"]);
  }, 15_000);

  it.each([
    "{}",
    '{"issuer":"https://evil.example"}',
    '{"issuer":"ISSUER"}',
    '{"issuer":"ISSUER","authorization_endpoint":"https://a.example/","token_endpoint":7}',
    '{"issuer":"ISSUER","authorization_endpoint":"no address","token_endpoint":"https://a.example/"}',
    `{"issuer":"ISSUER","x":"${"x".repeat(600_000)}"}`,
  ])(
    "says that a provider is away which describes itself so: %#",
    async (text) => {
      const { calls, provider, api } = on;
      useProvider(api, provider);
      provider.mischief.discovery = text.replace("ISSUER", provider.issuer);
      const { status } = await calls.asked();
      expect(status).toBe(503);
      provider.mischief.discovery = null;
      expect((await calls.begin()).ticket).toBeDefined();
    },
  );

  it("takes no answer that is anything but the provider's own", async () => {
    const { calls, api } = on;
    const { query } = await calls.walked();
    const text = fc.oneof(
      fc.string({ maxLength: 40, unit: "binary" }),
      fc.constantFrom("", "access_denied", "server_error", "x".repeat(3_000)),
    );
    const name = fc.constantFrom(
      ...["code", "state", "iss", "error", "error_description", "response"],
      ...["id_token", "session_state", "__proto__", "redirect_uri"],
    );
    const pairs = fc.array(fc.tuple(name, text), {
      minLength: 1,
      maxLength: 4,
    });
    await fc.assert(
      fc.asyncProperty(pairs, fc.boolean(), async (added, keepsOwn) => {
        // Nothing of what came before delays it.
        api.advance(10 * MINUTE_MS);
        const way = await calls.begin();
        const own = new URL(way.address).searchParams.get("state") ?? "";
        const sent = new URLSearchParams(keepsOwn ? query : "");
        sent.set("state", own);
        for (const [key, value] of added) sent.append(key, value);
        const response = await calls.finish({
          ticket: way.ticket,
          query: sent.toString().slice(0, 4_000),
        });
        expect([400, 403, 429, 503]).toContain(response.status);
        expect(response.answer).toBeNull();
      }),
      runs(40),
    );
    expect(api.logged.filter(({ event }) => event === "api.error")).toEqual([]);
  }, 60_000);

  it("makes a flood of bad answers wait, and no password with them", async () => {
    const { calls, provider } = on;
    provider.mischief.isForged = true;
    for (let bad = 0; bad < 21; bad += 1) {
      expect((await calls.come()).status).toBe(403);
    }
    const { status, refusal } = await calls.come();
    expect(status).toBe(429);
    expect(Number(refusal?.headers["retry-after"])).toBeGreaterThan(0);
  }, 30_000);
});
