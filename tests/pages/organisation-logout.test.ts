import { describe, expect, it } from "vitest";
import { logoutClaims } from "~server/oidc/testing/logout-tokens";
import { documentOf, textsOf } from "./support/document";
import { onOwnPortal } from "./support/on-portal";
import {
  codeFor,
  comeBack,
  onPortalWithLogin,
  type WithLogin,
} from "./support/organisation";
import type { Portal } from "./support/portal";
import { rawRequest, type RawAnswer } from "./support/raw-request";

const PATH = "/oidc/back-channel";
const FORM = { "content-type": "application/x-www-form-urlencoded" };

type Fields = Record<string, string> | [string, string][];

function bodyOf(fields: Fields): string {
  return new URLSearchParams(fields).toString();
}

interface SendOptions {
  path?: string;
  headers?: Record<string, string>;
}

/** As the server of a login sends it: no cookie, no page that it comes from. */
function send(
  { origin }: Pick<Portal, "origin">,
  body: string,
  { path = PATH, headers }: SendOptions = {},
): Promise<RawAnswer> {
  const length = String(Buffer.byteLength(body));
  return rawRequest(origin, path, {
    method: "POST",
    headers: { ...FORM, "content-length": length, ...headers },
    body,
  });
}

describe("a logout that the organisation's login tells of", () => {
  let both: WithLogin;
  onPortalWithLogin((started) => (both = started));

  const token = (changes: Record<string, unknown>, by?: "forger") =>
    both.provider.sign(
      logoutClaims(both.provider, new Date(), changes),
      { typ: "logout+jwt" },
      by,
    );

  /** A browser in a session that began there under this name. */
  async function linked(username: string, sid: string) {
    const { mischief } = both.provider;
    mischief.account = `${username}@velmora`;
    mischief.claims = (claims) => ({ ...claims, sid });
    const browser = both.portal.browser();
    const page = await comeBack(browser, both);
    if (page.location === "/oidc/link") {
      const manager = await both.portal.browser().loggedIn("accounts");
      const code = await codeFor(manager, username);
      await browser.post("/oidc/link", { code });
    }
    mischief.claims = null;
    expect((await browser.get("/change-password")).status).toBe(200);
    return browser;
  }

  /** What is told of a call: nothing else is in any answer. */
  function expectRefused(answer: RawAnswer): void {
    expect(answer.status).toBe(400);
    expect(answer.headers["cache-control"]).toBe("no-store");
    expect(answer.headers["set-cookie"]).toBeUndefined();
    expect(JSON.parse(answer.text)).toEqual({ error: "invalid_request" });
  }

  it("ends the session here, whose page then says so", async () => {
    const browser = await linked("region", "s1");
    const other = await linked("region", "s2");
    const sent = await token({ sid: "s1", sub: "region@velmora" });
    const answer = await send(both.portal, bodyOf({ logout_token: sent }));
    expect([answer.status, answer.text]).toEqual([200, ""]);
    expect(answer.headers["cache-control"]).toBe("no-store");
    expect(answer.headers["set-cookie"]).toBeUndefined();
    expect((await browser.get("/search")).location).toBe("/login");
    expect((await browser.get("/login")).text).toContain("session has ended");
    expect((await other.get("/change-password")).status).toBe(200);
    expectRefused(await send(both.portal, bodyOf({ logout_token: sent })));
  });

  it("ends all sessions of a person, and is in the audit trail", async () => {
    const browsers = [
      await linked("division", "d1"),
      await linked("division", "d2"),
    ];
    const byPassword = await both.portal.browser().loggedIn("division");
    const sent = await token({ sub: "division@velmora" });
    const answer = await send(both.portal, bodyOf({ logout_token: sent }));
    expect(answer.status).toBe(200);
    for (const browser of browsers) {
      expect((await browser.get("/search")).location).toBe("/login");
    }
    expect((await byPassword.get("/change-password")).status).toBe(200);
    const manager = await both.portal.browser().loggedIn("accounts");
    const trail = await manager.get(
      "/users/audit-trail?action=end_organisation_session",
    );
    const rows = textsOf(documentOf(trail.text), "main tbody tr").join("\n");
    expect(rows).toContain("Logged out by the organisation's login");
    // One of them linked the account.
    expect(rows).toContain("2 sessions");
  });

  it("is refused in one way, whatever is wrong with it", async () => {
    const browser = await linked("company", "c1");
    const good = await token({ sid: "c1" });
    const forged = await token({ sid: "c1" }, "forger");
    const foreign = await token({ sid: "c1", iss: "https://evil.example" });
    const bodies = [
      "",
      "logout_token",
      "logout_token=",
      bodyOf({ token: good }),
      bodyOf([
        ["logout_token", good],
        ["logout_token", good],
      ]),
      bodyOf({ logout_token: "x.y.z" }),
      bodyOf({ logout_token: forged }),
      bodyOf({ logout_token: foreign }),
      bodyOf({ logout_token: "x".repeat(5_000) }),
      `logout_token=${good}&x=%00`,
      `logout_token=%FF${good}`,
      `logout_token=${good}&__proto__=1`,
    ];
    for (const body of bodies) expectRefused(await send(both.portal, body));
    const json = { headers: { "content-type": "application/json" } };
    const told = JSON.stringify({ logout_token: good });
    expectRefused(await send(both.portal, told, json));
    expect((await browser.get("/change-password")).status).toBe(200);
    const log = (await both.portal.log()).join("\n");
    expect(log).toContain("oidc.logout_refused");
    expect(log).not.toContain(good);
    const all = await send(both.portal, bodyOf({ logout_token: good, x: "1" }));
    expect(all.status).toBe(200);
  });

  it("is not taken from a browser of another site, nor at another address", async () => {
    const browser = await linked("physicians", "p1");
    const good = await token({ sid: "p1" });
    const body = bodyOf({ logout_token: good });
    for (const headers of [
      { origin: "https://evil.example" },
      { origin: "null" },
      { origin: "" },
      { "sec-fetch-site": "cross-site" },
      { "sec-fetch-site": "none" },
      { cookie: "sojourn=x" },
    ] as Record<string, string>[]) {
      expect((await send(both.portal, body, { headers })).status).toBe(403);
    }
    for (const path of [
      `${PATH}/`,
      `${PATH}?x=1`,
      `${PATH}?_data=routes%2Foidc.%24`,
      `/oidc//back-channel`,
      `/OIDC/back-channel`,
      `/oidc/back%2Dchannel`,
      "/oidc/link",
      "/oidc",
      "/login",
      "/logout",
    ]) {
      const answer = await send(both.portal, body, { path });
      expect([path, answer.status]).toEqual([path, 403]);
    }
    const long = `${body}&x=${"x".repeat(9_000)}`;
    expect((await send(both.portal, long)).status).toBe(413);
    const chunked = await rawRequest(both.portal.origin, PATH, {
      method: "POST",
      headers: { ...FORM, "transfer-encoding": "chunked" },
      body,
    });
    expect(chunked.status).toBe(411);
    for (const method of ["GET", "HEAD"]) {
      const got = await rawRequest(both.portal.origin, PATH, { method });
      expect([method, got.status]).toEqual([method, 404]);
    }
    expect((await browser.get("/change-password")).status).toBe(200);
    expect((await send(both.portal, body)).status).toBe(200);
  });
});

describe("a logout before the login can be reached", () => {
  let both: WithLogin;
  onPortalWithLogin((started) => (both = started));

  it("is to be told again", async () => {
    const claims = logoutClaims(both.provider, new Date(), { sid: "s1" });
    const body = bodyOf({ logout_token: await both.provider.sign(claims) });
    both.provider.mischief.isDown = true;
    const away = await send(both.portal, body);
    expect([away.status, away.text]).toEqual([503, ""]);
    both.provider.mischief.isDown = false;
    expect((await send(both.portal, body)).status).toBe(200);
  });
});

describe("a portal without such a login", () => {
  let portal: Portal;
  onOwnPortal((started) => (portal = started));

  it("takes no such form, as it takes none without an origin", async () => {
    const answer = await send(portal, bodyOf({ logout_token: "x.y.z" }));
    expect(answer.status).toBe(403);
    expect(answer.headers["set-cookie"]).toBeUndefined();
  });
});
