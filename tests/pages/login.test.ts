import { describe, expect, it } from "vitest";
import { PASSWORD } from "./support/census";
import { all, documentOf, textOf, textsOf } from "./support/document";
import { onOwnPortal } from "./support/on-portal";
import type { Portal } from "./support/portal";

let portal: Portal;
onOwnPortal((started) => (portal = started));

describe("GET /login", () => {
  it("names the icon, which browsers would otherwise look for", async () => {
    const { text } = await portal.browser().get("/login");
    expect(text).toContain('<link rel="icon" href="/favicon.svg"');
  });

  it("shows the welcome text, both fields as a password manager knows them, and the Login button", async () => {
    const { status, text } = await portal.browser().get("/login");
    expect(status).toBe(200);
    const page = documentOf(text);
    expect(textsOf(page, "h1")).toEqual(["Welcome"]);
    const fields = all(page, "main label").map((label) => {
      const id = label.getAttribute("for") ?? "";
      const field = page.getElementById(id);
      return [
        textOf(label),
        field?.getAttribute("type"),
        field?.getAttribute("autocomplete"),
      ];
    });
    expect(fields).toEqual([
      ["Username", "text", "username"],
      ["Password", "password", "current-password"],
    ]);
    expect(textsOf(page, "main button")).toEqual(["Login"]);
  });

  it("calls nothing invalid before it is sent", async () => {
    const page = documentOf((await portal.browser().get("/login")).text);
    expect(all(page, "[aria-required=true]")).toHaveLength(2);
    // Firefox calls an empty field so that has the attribute.
    expect(all(page, "[required], [aria-invalid]")).toEqual([]);
  });

  it("leads a signed-in user to their landing page", async () => {
    const browser = await portal.browser().loggedIn("company");
    const page = await browser.get("/login");
    expect([page.status, page.location]).toEqual([302, "/company-overview"]);
  });

  it("answers 304 to a browser that has the page", async () => {
    const browser = portal.browser();
    const etag = (await browser.get("/login")).headers.get("etag") ?? "";
    const again = await browser.get("/login", {
      headers: { "if-none-match": etag },
    });
    expect(again.status).toBe(304);
    expect(again.headers.get("content-security-policy")).toBeNull();
  });
});

describe("a login that succeeds", () => {
  it.each([
    ["company", "/company-overview"],
    ["accounts", "/users"],
    ["region", "/region-profile/11"],
    ["facilities", "/"],
    ["physicians", "/physician-profile/1000000002"],
  ])("leads %s to %s", async (username, landing) => {
    const page = await portal.browser().logIn(username);
    expect([page.status, page.location]).toEqual([302, landing]);
  });

  it("keeps the session in a cookie that scripts and other sites cannot use", async () => {
    const page = await portal.browser().logIn("region");
    const cookie = page.headers
      .getSetCookie()
      .find((line) => line.startsWith("sojourn="));
    expect(cookie).toMatch(/; HttpOnly/);
    expect(cookie).toMatch(/; SameSite=Lax/);
    expect(cookie).toMatch(/; Path=\//);
    expect(cookie?.length).toBeLessThan(300);
  });

  it("gives a new session id and ends the session that the browser came with", async () => {
    const browser = await portal.browser().loggedIn("company");
    const before = browser.copy();
    await browser.loggedIn("region");
    expect(browser.cookies.get("sojourn")).not.toBe(
      before.cookies.get("sojourn"),
    );
    expect((await before.get("/company-overview")).location).toBe("/login");
  });

  it("does not take over a session id that somebody else chose", async () => {
    const browser = portal.browser();
    browser.cookies.set("sojourn", "ImNob3NlbiI%3D.forged");
    await browser.loggedIn("company");
    expect(browser.cookies.get("sojourn")).not.toContain("forged");
  });
});

describe("a login that fails", () => {
  it("says so with the host's words and status, and keeps the username but not the password", async () => {
    const page = await portal.browser().logIn("company", "Not-the-password");
    expect(page.status).toBe(400);
    const alerts = textsOf(documentOf(page.text), "main [role=alert]");
    expect(alerts.join()).toContain("The username or password is not correct.");
    expect(page.text).toMatch(/<input[^>]*value="company"/);
    expect(page.text).not.toContain("Not-the-password");
    expect(page.text).toContain("<title>Error: Login");
    expect(page.headers.get("cache-control")).toBe("no-store, no-cache");
    expect(page.headers.getSetCookie().join()).not.toContain("sojourn=");
  });

  it("names empty fields above the form, with links, and beside each, without asking the API host", async () => {
    const { status, text } = await portal
      .browser()
      .post("/login", { username: "" });
    expect(status).toBe(400);
    const page = documentOf(text);
    const links = all(page, "main [role=alert] a").map((link) => [
      textOf(link),
      link.getAttribute("href"),
    ]);
    expect(links).toEqual([
      ["Enter your username", "#username"],
      ["Enter your password", "#password"],
    ]);
    for (const [words = "", href] of links) {
      expect(textOf(page.querySelector(`${href}-error`))).toContain(words);
    }
  });
});

describe("a login after too many that failed", () => {
  it("says when to try again, in the page and in Retry-After, and to nobody else", async () => {
    const browser = portal.browser();
    for (let attempt = 0; attempt < 5; attempt++) {
      expect((await browser.logIn("isnp", "Wrong-1")).status).toBe(400);
    }
    const page = await browser.logIn("isnp");
    expect(page.status).toBe(429);
    expect(Number(page.headers.get("retry-after"))).toBeLessThanOrEqual(5);
    expect(Number(page.headers.get("retry-after"))).toBeGreaterThan(0);
    expect(page.text).toMatch(
      /There were too many failed attempts\. Please try again in [1-5] seconds?\./,
    );
    expect(page.text).toMatch(/<input[^>]*value="isnp"/);
    expect(page.text).not.toContain(PASSWORD);
    expect(page.headers.getSetCookie().join()).not.toContain("sojourn=");
    expect((await browser.logIn("region")).status).toBe(302);
  });
});

describe("the remembered page", () => {
  const wanted = "/region-profile/11?startDate=2025-01-01&endDate=2025-03-31";

  it("is where a login leads", async () => {
    const browser = portal.browser();
    const asked = await browser.get(wanted);
    expect([asked.status, asked.location]).toEqual([302, "/login"]);
    expect((await browser.logIn("division")).location).toBe(wanted);
  });

  it("is used once", async () => {
    const browser = portal.browser();
    await browser.get(wanted);
    await browser.loggedIn("division");
    expect((await browser.logIn("division")).location).toBe(
      "/division-profile/1",
    );
  });

  it("is not for another user than the one whose session ended there", async () => {
    const browser = await portal.browser().loggedIn("division");
    browser.cookies.delete("sojourn");
    await browser.get(wanted);
    expect((await browser.copy().logIn("region")).location).toBe(
      "/region-profile/11",
    );
    expect((await browser.copy().logIn("division")).location).toBe(wanted);
  });

  it("is kept without the data parameter of a script's request", async () => {
    const browser = portal.browser();
    await browser.get("/region-profile/11?_data=routes%2Fregion-profile.%24id");
    expect((await browser.logIn("division")).location).toBe(
      "/region-profile/11",
    );
  });

  it.each([
    ["/favicon.ico", 404, {}],
    ["/apple-touch-icon.png", 404, {}],
    ["/manifest.json", 404, {}],
    ["/.well-known/change-password", 404, {}],
    ["/no-such-page", 302, {}],
    ["/data-version", 204, {}],
    ["/users", 302, { "sec-fetch-dest": "image" }],
  ])(
    "outlasts what browsers ask for by themselves: %s",
    async (path, status, headers) => {
      const browser = portal.browser();
      await browser.get(wanted);
      const answer = await browser.get(path, { headers });
      expect([answer.status, answer.headers.getSetCookie()]).toEqual([
        status,
        [],
      ]);
      expect((await browser.logIn("division")).location).toBe(wanted);
    },
  );

  it("is never an address elsewhere", async () => {
    const browser = portal.browser();
    await browser.get("//evil.example");
    const page = await browser.logIn("division");
    expect(page.location).toBe("/division-profile/1");
  });

  it("cannot be set by a cookie of somebody else's making", async () => {
    const browser = portal.browser();
    const value = Buffer.from(
      JSON.stringify({ redirectUrl: "/region-profile/12" }),
    ).toString("base64");
    browser.cookies.set("sojourn-return", encodeURIComponent(`${value}.x`));
    expect((await browser.logIn("division")).location).toBe(
      "/division-profile/1",
    );
  });
});
