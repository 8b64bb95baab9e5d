import { afterAll, beforeAll, describe, expect, it } from "vitest";
import {
  PORTAL_START_TIMEOUT_MS,
  startPortal,
  type OwnPortal,
} from "./support/portal";
import { all, documentOf, textOf, textsOf } from "./support/document";
import { rawRequest, type RawRequest } from "./support/raw-request";

let portal: OwnPortal;
beforeAll(async () => {
  portal = await startPortal({
    census: {
      "users.csv": `username,firstname,lastname,password,access_level,access_level_id,isnp_only
company,Cara,Company,Page-tests-2026,company,0,false
accounts,Amy,<b>Accounts</b>,Page-tests-2026,account_manager,0,false
facilities,Fred,Facilities,Page-tests-2026,facility,101 102,false
physicians,Sam,Stone,Page-tests-2026,physician,1000000002,false`,
    },
  });
}, PORTAL_START_TIMEOUT_MS);
afterAll(() => portal.stop());

function raw(path: string, options?: RawRequest) {
  return rawRequest(portal.origin, path, options);
}

describe("the root route", () => {
  it("leads a role with a landing page there", async () => {
    const browser = await portal.browser().loggedIn("company");
    expect((await browser.get("/")).location).toBe("/company-overview");
  });

  it("has links to those places on the logo page", async () => {
    const browser = await portal.browser().loggedIn("facilities");
    const page = documentOf((await browser.get("/")).text);
    expect(textsOf(page, "main h1")).toEqual(["Sojourn"]);
    expect(textsOf(page, "main h2")).toEqual(["Your facilities"]);
    const links = all(page, "main nav a");
    expect(
      links.map((link) => [textOf(link), link.getAttribute("href")]),
    ).toEqual([
      ["Elm House", "/facility-profile/101"],
      ["Oak House", "/facility-profile/102"],
    ]);
    for (const link of links) {
      const path = link.getAttribute("href") ?? "";
      expect((await browser.get(path)).status).toBe(200);
    }
  });
});

describe("a path without a page", () => {
  it("asks for login first and comes back", async () => {
    const browser = portal.browser();
    expect((await browser.get("/reports/system-test")).location).toBe("/login");
    expect((await browser.logIn("company")).location).toBe(
      "/reports/system-test",
    );
  });

  it("is the 404 page for a signed-in user", async () => {
    const browser = await portal.browser().loggedIn("company");
    const page = await browser.get("/nowhere/at/all");
    expect(page.status).toBe(404);
    expect(page.text.replaceAll("&#x27;", "'")).toContain(
      "Sorry, we couldn't find this page. (404)",
    );
  });
});

describe("/healthcheck and /readiness", () => {
  it("answer without a session", async () => {
    const browser = portal.browser();
    expect(JSON.parse((await browser.get("/healthcheck")).text)).toEqual({
      status: "ok",
    });
    const ready = await browser.get("/readiness");
    expect([ready.status, JSON.parse(ready.text)]).toEqual([
      200,
      { status: "ready" },
    ]);
  });
});

describe("every answer", () => {
  it.each(["/login", "/healthcheck", "/favicon.svg", "/nowhere"])(
    "carries the security headers: %s",
    async (path) => {
      const { headers } = await raw(path);
      expect(headers["x-content-type-options"]).toBe("nosniff");
      expect(headers["referrer-policy"]).toBe("same-origin");
      expect(headers["x-frame-options"]).toBe("DENY");
      expect(headers["x-request-id"]).toMatch(/^[\w-]{36}$/);
      expect(headers["x-powered-by"]).toBeUndefined();
    },
  );

  it("has a policy that runs only built files and scripts with its nonce, a new one each time", async () => {
    const policies = await Promise.all(
      [1, 2].map(async () => {
        const { headers, text } = await raw("/login");
        const policy = String(headers["content-security-policy"]);
        // By 'strict-dynamic' Chromium before 95 refuses what a second document imports.
        const nonce =
          /script-src 'self' 'nonce-([^']+)';/.exec(policy)?.[1] ?? "no nonce";
        expect(policy).not.toContain("unsafe-inline");
        const scripts = [...text.matchAll(/<script[^>]*>/g)].map(String);
        expect(scripts.length).toBeGreaterThan(0);
        expect(scripts.filter((tag) => !tag.includes(nonce))).toEqual([]);
        return policy;
      }),
    );
    expect(policies[0]).not.toBe(policies[1]);
  });

  it("to a HEAD has no body", async () => {
    const page = await raw("/login", { method: "HEAD" });
    expect([page.status, page.text]).toEqual([200, ""]);
  });

  it.each(["br", "gzip"])(
    "comes as %s where the browser takes it",
    async (encoding) => {
      const { headers } = await raw("/login", {
        headers: { "accept-encoding": encoding },
      });
      expect(headers["content-encoding"]).toBe(encoding);
    },
  );
});

describe("a document", () => {
  it("says what else it depends on", async () => {
    const { headers } = await raw("/login");
    expect(headers.vary).toBe("Accept-Encoding, Cookie, Save-Data");
    const saving = await raw("/login", { headers: { "save-data": "on" } });
    expect(saving.text).not.toContain("<script");
  });
});

describe("an odd request", () => {
  it.each([
    ["a Host with blanks", "/login", { host: "a b" }, 400],
    ["a Host that is no name", "/login", { host: "evil/../x" }, 400],
    ["an absolute address", "http://evil.example/login", {}, 400],
    ["a bad escape", "/%zz", {}, 400],
    ["a NUL", "/%00", {}, 400],
    ["invalid UTF-8", "/%ff", {}, 400],
    ["a backslash", "/\\evil", {}, 400],
    ["a very long address", `/login?${"a".repeat(5_000)}`, {}, 414],
  ])("with %s is refused", async (_, path, headers, status) => {
    expect((await raw(path, { headers })).status).toBe(status);
  });

  it("never reaches a page, so that nothing is logged as an error", async () => {
    expect(
      (await portal.log()).filter((line) => line.includes('"error"')),
    ).toEqual([]);
  });
});

describe("the log", () => {
  it("has one JSON line per request, with its path but not its query or names", async () => {
    const browser = await portal.browser().loggedIn("company");
    await browser.get("/login?canary=Canaryquery");
    const lines = (await portal.log()).filter((line) => line.startsWith("{"));
    const paths = lines
      .map((line) => JSON.parse(line) as { event?: string; path?: string })
      .filter(({ event }) => event === "http.request")
      .map(({ path }) => path);
    expect(paths).toContain("/login");
    expect(lines.join("\n")).not.toMatch(/Canaryquery|Cara|"company"/);
  });
});
