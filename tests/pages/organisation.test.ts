import { describe, expect, it } from "vitest";
import type { Browser, Page } from "./support/browser";
import { all, documentOf, textsOf } from "./support/document";
import { onOwnPortal } from "./support/on-portal";
import { NO_STORE } from "~/http/no-store.server";
import {
  codeFor,
  codeIn,
  comeBack,
  dialogOf,
  NAME,
  onPortalWithLogin,
  wayBack,
  type WithLogin,
} from "./support/organisation";
import type { Portal } from "./support/portal";

const LINK = "/oidc/link";

const headings = ({ text }: Page) => textsOf(documentOf(text), "h1");
const hrefs = ({ text }: Page) =>
  all(documentOf(text), "a").map((link) => link.getAttribute("href"));

/** A small document that runs nothing and is kept by nobody. */
function expectPlain(page: Page): void {
  expect(page.headers.get("cache-control")).toContain("no-store");
  expect(page.headers.get("content-security-policy")).toContain(
    "form-action 'self'",
  );
  expect(page.text).not.toContain("<script");
}

describe("a login of the organisation", () => {
  let both: WithLogin;
  onPortalWithLogin((started) => (both = started));

  const manager = () => both.portal.browser().loggedIn("accounts");

  /** A browser of somebody whom the organisation's login knows by that name. */
  async function backAs(account: string, browser = both.portal.browser()) {
    both.provider.mischief.account = account;
    return { browser, page: await comeBack(browser, both) };
  }

  /** Links a user, in a browser that is then signed in. */
  async function linked(username: string): Promise<Browser> {
    const { browser } = await backAs(`${username}@velmora`);
    const code = await codeFor(await manager(), username);
    const page = await browser.post(LINK, { code });
    expect([page.status, page.location]).not.toContain("/login");
    expect(browser.cookies.has("sojourn")).toBe(true);
    return browser;
  }

  it("asks who has no user for a code, and keeps the page asked for", async () => {
    const browser = both.portal.browser();
    expect((await browser.get("/change-password?x=1")).location).toBe("/login");
    const login = await browser.get("/login");
    expect(textsOf(documentOf(login.text), "a[href='/oidc']")).toEqual([
      `Log in with ${NAME}`,
    ]);
    const { page } = await backAs("region@velmora", browser);
    expect([page.status, page.location]).toEqual([302, LINK]);
    const form = await browser.get(LINK);
    expect(form.status).toBe(200);
    expectPlain(form);
    expect(headings(form)).toEqual(["Link your account"]);
    expect(form.text).toContain("Ask your account manager");
    const code = await codeFor(await manager(), "region");
    const answer = await browser.post(LINK, { code: code.toUpperCase() });
    expect([answer.status, answer.location]).toEqual([
      302,
      "/change-password?x=1",
    ]);
    expect(browser.cookies.has("sojourn-organisation")).toBe(false);
    expect((await browser.get("/change-password")).text).toContain(
      "You logged in with your organisation account.",
    );
  });

  it("logs in who is linked, without a question", async () => {
    await linked("division");
    const { browser, page } = await backAs("division@velmora");
    expect([page.status, page.location]).toEqual([302, "/division-profile/1"]);
    expect((await browser.get("/sign-in-settings")).text).toMatch(
      /by organisation account.*This browser/s,
    );
    expect((await browser.get("/oidc")).location).toBe("/division-profile/1");
  });

  it.each([
    ["blanks", { code: "  " }, 400, "Enter the code"],
    ["what is no code", { code: "123456" }, 400, "This is not a code."],
    [
      "a wrong code",
      { code: "0123-4567-89ab-cdef" },
      403,
      "This code is wrong",
    ],
  ])("shows the form again for %s", async (_, fields, status, words) => {
    const { browser } = await backAs("nobody@velmora");
    const page = await browser.post(LINK, fields);
    expect(page.status).toBe(status);
    expectPlain(page);
    const document = documentOf(page.text);
    expect(textsOf(document, "[role=alert] a").join()).toContain(words);
    expect(all(document, "#code[aria-invalid=true]")).toHaveLength(1);
    expect(textsOf(document, "title").join()).toMatch(/^Error: Link/);
  });

  it("has nobody type a code who does not come from there", async () => {
    const browser = both.portal.browser();
    expect((await browser.get(LINK)).location).toBe("/login");
    const posted = await browser.post(LINK, { code: "0123-4567-89ab-cdef" });
    expect(posted.location).toBe("/login");
    browser.cookies.set("sojourn-organisation", "bWFkZSB1cA==.bm90aGluZw");
    expect((await browser.get(LINK)).location).toBe("/login");
    const foreign = { headers: { origin: "https://evil.example" } };
    const { browser: own } = await backAs("nobody@velmora");
    expect((await own.post(LINK, { code: "1" }, foreign)).status).toBe(403);
  });

  it("takes an answer once, in the browser that asked, with its own state", async () => {
    await linked("facility");
    both.provider.mischief.account = "facility@velmora";
    const browser = both.portal.browser();
    const back = await wayBack(browser, both);
    const thief = await both.portal.browser().get(back);
    const other = await browser.get(back.replace(/state=[^&]*/, "state=x"));
    for (const page of [thief, other]) {
      expect(page.status).toBe(400);
      expectPlain(page);
      expect(headings(page)).toEqual(["You are not logged in"]);
      expect(hrefs(page)).toEqual(["/oidc", "/login"]);
    }
    // A page of another site that leads here ends no login under way.
    expect((await browser.get(back)).location).toBe("/facility-profile/101");
  });

  it("lets in from two tabs in any order, and leads who is in to their page", async () => {
    await linked("physician");
    both.provider.mischief.account = "physician@velmora";
    const browser = both.portal.browser();
    const first = await wayBack(browser, both);
    const second = await wayBack(browser, both);
    const other = browser.copy();
    // The first tab alone; then the second and, after it, the first.
    const { location: landing } = await other.get(first);
    expect(landing).toMatch(/^\/physician-profile\//);
    expect((await browser.get(second)).location).toBe(landing);
    for (const again of [first, second, second]) {
      const page = await browser.get(again);
      expect([page.status, page.location]).toEqual([302, landing]);
    }
  });

  /** Comes back with an error to the state of an address. */
  async function fail(
    browser: Browser,
    back: string,
    error = "temporarily_unavailable",
    error_description = "authentication_expired",
  ): Promise<Page> {
    const { searchParams } = new URL(back, "http://portal");
    const query = new URLSearchParams({
      state: searchParams.get("state") ?? "",
      iss: both.provider.issuer,
      error,
      error_description,
    });
    return browser.get(`/oidc/callback?${query.toString()}`);
  }

  it("begins once more where the login's own page has expired, and not twice", async () => {
    const browser = both.portal.browser();
    const back = await wayBack(browser, both);
    const page = await fail(browser, back);
    expect(page.status).toBe(302);
    const next = new URL(page.location ?? "");
    expect(next.searchParams.get("state")).not.toBeNull();
    const again = await fail(browser, next.href);
    expect([again.status, again.location]).toEqual([503, null]);
    // Nobody else begins a login by such an answer.
    const stranger = both.portal.browser();
    const query =
      "state=x&error=temporarily_unavailable&error_description=authentication_expired";
    expect((await stranger.get(`/oidc/callback?${query}`)).status).toBe(400);
  });

  it.each([
    ["temporarily_unavailable", "", 503],
    ["temporarily_unavailable", "maintenance", 503],
    ["access_denied", "authentication_expired", 403],
  ])("begins nothing by %s with %j", async (error, description, status) => {
    const browser = both.portal.browser();
    const back = await wayBack(browser, both);
    const page = await fail(browser, back, error, description);
    expect([page.status, page.location]).toEqual([status, null]);
  });

  it("tells on a plain page what the login did not do, and leaks nothing", async () => {
    const { mischief } = both.provider;
    const failing = async (): Promise<Page> =>
      comeBack(both.portal.browser(), both);
    mischief.isForged = true;
    const forged = await failing();
    mischief.isForged = false;
    mischief.isDenied = true;
    const denied = await failing();
    mischief.isDenied = false;
    for (const page of [forged, denied]) {
      expect(page.status).toBe(403);
      expectPlain(page);
      expect(page.text).not.toMatch(/JWT|token|OAUTH|denied|sub\b/);
    }
    expect(forged.text).toContain("could not be checked");
    expect(denied.text).toContain("did not let you in");
    // Another start would be let in as little.
    expect(textsOf(documentOf(denied.text), "main a")).toEqual([
      "Log in with your password",
      "Start again",
    ]);
    const log = (await both.portal.log()).join("\n");
    expect(log).toContain('"event":"oidc.failed"');
    expect(log).not.toContain("@velmora");
  });

  it("says that it is away, and the password form is there", async () => {
    const { mischief } = both.provider;
    const browser = both.portal.browser();
    const back = await wayBack(browser, both);
    mischief.isDown = true;
    const page = await browser.get(back);
    mischief.isDown = false;
    expect(page.status).toBe(503);
    expect(page.text).toContain("cannot be reached");
    expect(hrefs(page)).toContain("/login");
    expect((await browser.logIn("region")).status).toBe(302);
  });

  it("logs out there too, by a page that a form may lead to", async () => {
    const browser = await linked("physicians");
    const out = await browser.logOut();
    expect([out.status, out.location]).toEqual([302, "/oidc/leave"]);
    expect(browser.cookies.has("sojourn")).toBe(false);
    const page = await browser.get("/oidc/leave");
    expect(page.status).toBe(200);
    expectPlain(page);
    expect(headings(page)).toEqual(["You are logged out"]);
    const refresh = all(documentOf(page.text), "meta[http-equiv=refresh]")[0];
    const [wait, href = ""] =
      refresh?.getAttribute("content")?.split("; url=") ?? [];
    expect(wait).toBe("0");
    expect(href).toContain(`${both.provider.issuer}/session/end?`);
    const sent = new URL(href).searchParams;
    expect(sent.get("post_logout_redirect_uri")).toBe(
      `${both.portal.origin}/login`,
    );
    expect(sent.get("id_token_hint")).toMatch(/^ey/);
    expect((await browser.get("/oidc/leave")).location).toBe("/login");
  });

  it("gets an ID token by a form where an address has no room for it, and nothing of it is in a cookie", async () => {
    const { provider } = both;
    const { mischief } = provider;
    mischief.claims = (claims) => ({
      ...claims,
      places: Array.from({ length: 400 }, (_, at) => `place-${at}`),
    });
    const browser = await linked("facilities");
    mischief.claims = null;
    await browser.logOut();
    expect(browser.cookieHeader().length).toBeLessThan(1_000);
    const page = await browser.get("/oidc/leave");
    const document = documentOf(page.text);
    const form = document.querySelector("form");
    expect(form?.getAttribute("method")).toBe("post");
    expect(form?.getAttribute("action")).toBe(`${provider.issuer}/session/end`);
    const fields = all(document, "form input").map((field) => [
      field.getAttribute("name"),
      field.getAttribute("value") ?? "",
    ]);
    const sent = Object.fromEntries(fields) as Record<string, string>;
    expect(sent.id_token_hint?.length).toBeGreaterThan(5_000);
    expect(sent.post_logout_redirect_uri).toBe(`${both.portal.origin}/login`);
    expect(textsOf(document, "form button")).toEqual(["Log out there"]);
    // It is pressed by itself where there are scripts; nothing leads on otherwise.
    expect(all(document, "meta[http-equiv=refresh]")).toEqual([]);
    const policy = page.headers.get("content-security-policy") ?? "";
    const nonce = document.querySelector("script")?.getAttribute("nonce");
    expect(policy).toContain(`'nonce-${nonce}'`);
    expect(policy).toContain(`form-action 'self' ${provider.issuer} https:`);
    expect((await browser.get("/oidc/leave")).location).toBe("/login");
  });

  it("gets no ID token that is too long for a form, too", async () => {
    const { mischief } = both.provider;
    mischief.claims = (claims) => ({ ...claims, places: "x".repeat(30_000) });
    const { browser } = await backAs("facilities@velmora");
    mischief.claims = null;
    const out = await browser.logOut();
    expect(out.location).toBe("/oidc/leave");
    const { text } = await browser.get("/oidc/leave");
    expect(text).toContain(`${both.provider.issuer}/session/end?`);
    expect(text).not.toMatch(/id_token_hint|<form/);
  });

  it("is not left where a session ends by time, or began by password", async () => {
    const browser = await both.portal.browser().loggedIn("region");
    expect((await browser.logOut()).location).toBe("/login");
    const { browser: other } = await backAs("division@velmora");
    const ended = await other.logOut({ from: "/search" });
    expect(ended.location).toBe("/login");
  });

  it("is not begun by another site", async () => {
    const others: Record<string, string>[] = [
      {},
      { referer: "https://evil.example/" },
      { "sec-fetch-site": "cross-site", referer: both.portal.origin },
    ];
    for (const headers of others) {
      const page = await both.portal.browser().get("/oidc", { headers });
      expect([page.status, page.location]).toEqual([302, "/login"]);
    }
  });

  it("knows no other steps", async () => {
    const browser = both.portal.browser();
    for (const path of [
      "/oidc/other",
      "/oidc/__proto__",
      "/oidc/back-channel",
    ]) {
      expect((await browser.get(path)).status).toBe(404);
    }
    for (const path of ["/oidc", "/oidc/callback", "/oidc/back-channel"]) {
      expect((await browser.post(path, { code: "1" })).status).toBe(404);
    }
  });

  describe("in the list of users", () => {
    it("makes a code that it shows to this session alone, and a new one in its place", async () => {
      const browser = await manager();
      const dialog = await dialogOf(browser, "company");
      const query = "?q=company";
      const made = await browser.submit(dialog + query, { task: "make" });
      expect([made.status, made.location]).toEqual([303, dialog + query]);
      const page = await browser.get(dialog + query);
      expect(page.headers.get("cache-control")).toBe(NO_STORE);
      const [title] = textsOf(documentOf(page.text), "title");
      expect(title).toMatch(/^Organisation account/);
      const older = codeIn(page) ?? "";
      expect(older).toMatch(/^[0-9a-z-]{19}$/);
      // Not of another user, and not in another session, of this manager or of somebody else.
      const another = await browser.get(await dialogOf(browser, "region"));
      expect(codeIn(another)).toBeUndefined();
      const session = await manager();
      const theirs = browser.cookies.get("sojourn-link-code") ?? "";
      session.cookies.set("sojourn-link-code", theirs);
      const elsewhere = await session.get(dialog);
      expect(codeIn(elsewhere)).toBeUndefined();
      expect(elsewhere.text).toContain("A code is good until");
      const newer = await codeFor(session, "company");
      // Nor one that another has taken the place of.
      expect(codeIn(await browser.get(dialog))).toBeUndefined();
      const { browser: own } = await backAs("company@velmora");
      expect((await own.post(LINK, { code: older })).status).toBe(403);
      expect((await own.post(LINK, { code: newer })).status).toBe(302);
      const again = await browser.submit(dialog, { task: "make" });
      expect(again.status).toBe(400);
      expect(again.text).toContain("Unlink it first");
    });

    it("unlinks after a question, and ends the session", async () => {
      const own = await linked("isnp");
      const browser = await manager();
      const dialog = await dialogOf(browser, "isnp");
      const question = await browser.get(dialog);
      expect(question.text).toContain("Unlinking logs the user out");
      const csrf = await browser.csrfToken(dialog);
      expect((await browser.post(dialog, { csrf, task: "odd" })).status).toBe(
        400,
      );
      const done = await browser.post(dialog, { csrf, task: "unlink" });
      expect([done.status, done.location]).toEqual([303, "/users"]);
      expect((await browser.get("/users")).text).toContain("is unlinked");
      expect((await own.get("/search")).location).toBe("/login");
      await browser.post(dialog, { csrf, task: "unlink" });
      expect((await browser.get("/users")).text).toContain(
        "This user has no organisation account.",
      );
    });

    it("leads account managers to their own sign-in, and nobody to nobody", async () => {
      const browser = await manager();
      const dialog = await dialogOf(browser, "company");
      const { text } = await browser.get("/users?q=accounts");
      const [edit] = all(documentOf(text), "a[id^=edit-user-]");
      const own = edit?.id.replace("edit-user-", "") ?? "";
      expect(edit?.getAttribute("aria-label")).toMatch(/ accounts$/);
      expect(text).not.toContain(`/users/${own}/organisation-account`);
      const led = await browser.get(dialog.replace(/\d+/, own));
      expect([led.status, led.location]).toEqual([302, "/sign-in-settings"]);
      expect((await browser.get(dialog.replace(/\d+/, "999"))).status).toBe(
        404,
      );
      expect((await browser.get(dialog.replace(/\d+/, "x"))).status).toBe(404);
    });
  });
});

describe("a portal without a login of the organisation", () => {
  let portal: Portal;
  onOwnPortal((started) => (portal = started));

  it("shows nothing of it", async () => {
    const browser = portal.browser();
    expect((await browser.get("/login")).text).not.toContain("/oidc");
    for (const path of ["/oidc", "/oidc/callback?code=1&state=2", LINK]) {
      expect((await browser.get(path)).status).toBe(404);
    }
    expect((await browser.post(LINK, { code: "1" })).status).toBe(404);
    const manager = await portal.browser().loggedIn("accounts");
    expect((await manager.get("/users")).text).not.toContain(
      "Organisation account",
    );
    expect((await manager.get("/users/2/organisation-account")).status).toBe(
      404,
    );
  });
});
