import { describe, expect, it } from "vitest";
import { systemMessages } from "~/domain/system-messages";
import type { Browser, Page } from "./support/browser";
import { all, documentOf, textsOf } from "./support/document";
import { onOwnPortal } from "./support/on-portal";
import {
  codeFor,
  comeBack,
  onPortalWithLogin,
  wayBack,
  type WithLogin,
} from "./support/organisation";
import type { Portal } from "./support/portal";
import { withoutTable } from "./support/store-of-portal";
import { changeSession } from "./support/stored-sessions";

const LINK = "/oidc/link";
const COOKIE = "sojourn-organisation";

const hrefs = ({ text }: Page) =>
  all(documentOf(text), "main a").map((link) => link.getAttribute("href"));

describe("the step that a browser holds", () => {
  let both: WithLogin;
  onPortalWithLogin((started) => (both = started));

  /** A browser that is asked for a code. */
  async function atLinkPage(account = "nobody@velmora") {
    both.provider.mischief.account = account;
    const browser = both.portal.browser();
    expect((await comeBack(browser, both)).location).toBe(LINK);
    return browser;
  }

  /** A browser that is asked for a code, and a right one. */
  async function withCode(username: string) {
    const browser = await atLinkPage(`${username}@velmora`);
    const manager = await both.portal.browser().loggedIn("accounts");
    return { browser, code: await codeFor(manager, username) };
  }

  it("ends with a login by password: the next person is asked for no code", async () => {
    const browser = await atLinkPage();
    expect((await browser.get(LINK)).status).toBe(200);
    await browser.loggedIn("region");
    expect(browser.cookies.has(COOKIE)).toBe(false);
    expect((await browser.get(LINK)).location).toBe("/login");
  });

  it("ends with a logout, and lasts where a page without a session runs out of time", async () => {
    const held = (await atLinkPage()).cookies.get(COOKIE) ?? "";
    const browser = await both.portal.browser().loggedIn("region");
    browser.cookies.set(COOKIE, held);
    await browser.logOut();
    expect(browser.cookies.has(COOKIE)).toBe(false);
    browser.cookies.set(COOKIE, held);
    await browser.post("/logout", { from: "/search" });
    expect(browser.cookies.has(COOKIE)).toBe(true);
    await browser.post("/logout", {});
    expect(browser.cookies.has(COOKIE)).toBe(false);
  });

  it("is not ended by a page that leads to the way back", async () => {
    const browser = await atLinkPage();
    const foreign = await browser.get("/oidc/callback?code=1&state=x");
    expect(foreign.status).toBe(400);
    expect((await browser.get(LINK)).status).toBe(200);
  });

  it("says on the page for a code whose account is linked", async () => {
    const page = await (await atLinkPage()).get(LINK);
    expect(page.text).toContain(
      "You are linking the organisation account that this browser is logged in to.",
    );
    expect(hrefs(page)).toEqual(["/oidc/again", "/login"]);
  });

  it("begins again as somebody else, from a page of our own alone", async () => {
    const browser = await atLinkPage();
    const referer = `${browser.origin}${LINK}`;
    const going = await browser.get("/oidc/again", { headers: { referer } });
    const { origin, searchParams } = new URL(going.location ?? "");
    expect([going.status, origin]).toEqual([302, both.provider.issuer]);
    expect(searchParams.get("prompt")).toBe("login");
    const foreign = await both.portal.browser().get("/oidc/again");
    expect(foreign.location).toBe("/login");
  });

  it("tells the user, once it has linked an account, since when", async () => {
    const { browser, code } = await withCode("division");
    expect((await browser.post(LINK, { code })).status).toBe(302);
    const ownPage = async (one: Browser) =>
      textsOf(
        documentOf((await one.get("/sign-in-settings")).text),
        "main p",
      ).join("\n");
    const told =
      /Your organisation account has been linked since \d\d\/\d\d\/\d{4}\. If you did not link it/;
    const byPassword = await both.portal.browser().loggedIn("division");
    for (const one of [browser, byPassword]) {
      expect(await ownPage(one)).toMatch(told);
    }
    const other = await both.portal.browser().loggedIn("company");
    expect(await ownPage(other)).not.toMatch(told);
  });

  it("ends where nobody knows whether a code is used up", async () => {
    const { browser, code } = await withCode("region");
    const page = await withoutTable(both.portal, "link_codes", () =>
      browser.post(LINK, { code }),
    );
    expect(page.status).toBe(503);
    expect(textsOf(documentOf(page.text), "h1")).toEqual([
      "You are not logged in",
    ]);
    expect(hrefs(page)).toEqual(["/login", "/oidc"]);
    expect(browser.cookies.has(COOKIE)).toBe(false);
  });

  it("is not said to fail at the organisation where our own database does", async () => {
    const { browser: first, code } = await withCode("physicians");
    expect((await first.post(LINK, { code })).status).toBe(302);
    const browser = both.portal.browser();
    const back = await wayBack(browser, both);
    const page = await withoutTable(both.portal, "physicians", () =>
      browser.get(back),
    );
    expect(page.status).toBe(503);
    expect(page.text).not.toContain("cannot be reached");
    expect(page.text).toContain(systemMessages.systemError.unexpected);
    // Nor is it let in by the same answer later.
    expect((await browser.get(back)).status).toBe(400);
  });
});

describe("a portal whose settings of the login are gone", () => {
  let portal: Portal;
  onOwnPortal((started) => (portal = started));

  it("logs out an older session of it at its own login page", async () => {
    const browser = await portal.browser().loggedIn("region");
    changeSession(portal, (record) => ({
      ...record,
      organisation: { leaveAt: "https://login.example.org/end" },
    }));
    expect((await browser.logOut()).location).toBe("/login");
    expect(browser.cookies.has(COOKIE)).toBe(false);
  });
});
