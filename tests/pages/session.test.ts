import { mkdirSync, renameSync, rmdirSync, statSync } from "node:fs";
import { beforeEach, describe, expect, it } from "vitest";
import { onPortal } from "./support/on-portal";
import type { Portal } from "./support/portal";
import type { Browser } from "./support/browser";
import { idleFor, newestSessionFile } from "./support/session-files";

const PAGE = "/company-overview";
const MINUTE_MS = 60_000;

let portal: Portal;
onPortal((started) => (portal = started));

let browser: Browser;
beforeEach(async () => {
  browser = await portal.browser().loggedIn("company");
});

describe("a session", () => {
  it("slides: a request begins the 15 minutes anew", async () => {
    idleFor(portal, 14 * MINUTE_MS);
    await browser.get(PAGE);
    expect(
      Date.now() - statSync(newestSessionFile(portal)).mtimeMs,
    ).toBeLessThan(MINUTE_MS);
  });

  it("is over after 15 minutes without a request, and leads back after login", async () => {
    idleFor(portal, 15 * MINUTE_MS);
    expect((await browser.get(PAGE)).location).toBe("/login");
    expect((await browser.logIn("company")).location).toBe(PAGE);
  });

  it("is kept in a file that only this account may read, under a name that is not its id", async () => {
    const file = newestSessionFile(portal);
    expect(statSync(file).mode & 0o777).toBe(0o600);
    const id = Buffer.from(
      decodeURIComponent(browser.cookies.get("sojourn") ?? "").split(".")[0] ??
        "",
      "base64",
    ).toString();
    expect(id.length).toBeGreaterThan(40);
    expect(file).not.toContain(id.replaceAll('"', ""));
  });

  it("is not found by a cookie with another signature", async () => {
    const cookie = browser.cookies.get("sojourn") ?? "";
    browser.cookies.set("sojourn", `${cookie.slice(0, -3)}AAA`);
    expect((await browser.get(PAGE)).location).toBe("/login");
  });

  it("is not ended by a file that cannot be read now", async () => {
    const file = newestSessionFile(portal);
    renameSync(file, `${portal.dataDir}/away`);
    mkdirSync(file);
    const page = await browser.get(PAGE);
    expect(page.status).toBe(503);
    expect(page.text).toContain("Try again");
    expect(page.headers.getSetCookie()).toEqual([]);
    rmdirSync(file);
    renameSync(`${portal.dataDir}/away`, file);
    expect((await browser.get(PAGE)).status).toBe(200);
  });

  it("lets nobody keep its pages and their data, in words that ELinks and Links know too", async () => {
    const page = await browser.get(PAGE);
    expect(page.headers.get("cache-control")).toBe("no-store, no-cache");
    const data = await browser.get(`${PAGE}?_data=root`);
    expect(data.headers.get("cache-control")).toBe("no-store, no-cache");
    expect(data.headers.get("content-type")).toContain("application/json");
  });
});

describe("logout", () => {
  it("ends the session on the server, so that a kept cookie opens nothing", async () => {
    const thief = browser.copy();
    const csrf = await browser.csrfToken(PAGE);
    const page = await browser.post("/logout", { csrf });
    expect([page.status, page.location]).toEqual([302, "/login"]);
    expect(browser.cookies.has("sojourn")).toBe(false);
    expect((await thief.get(PAGE)).location).toBe("/login");
    expect((await thief.get(`${PAGE}?_data=root`)).text).not.toContain("Cara");
  });

  it("remembers its page for the same user, without the filters", async () => {
    const page = "/physician-profile/0";
    const csrf = await browser.csrfToken(PAGE);
    const referer = `${portal.origin}${page}?facility-id=3&isnp=true&startDate=2026-01-01`;
    await browser.post("/logout", { csrf }, { headers: { referer } });
    const other = browser.copy();
    expect((await browser.logIn("company")).location).toBe(
      `${page}?facility-id=3`,
    );
    expect((await other.logIn("region")).location).not.toContain(page);
  });

  it.each([
    ["of another site", "https://evil.example/users"],
    ["that the portal does not know", "/nowhere"],
    ["that no browser names", null],
  ])("remembers no page %s", async (_, from) => {
    const csrf = await browser.csrfToken(PAGE);
    const referer = from?.startsWith("/") ? portal.origin + from : from;
    await browser.post("/logout", { csrf }, { headers: { referer } });
    expect((await browser.logIn("company")).location).toBe("/company-overview");
  });

  it("is not done by a GET", async () => {
    expect((await browser.get("/logout")).location).toBe("/");
    expect((await browser.get(PAGE)).status).toBe(200);
  });

  it("leads to login where the session is over already", async () => {
    browser.cookies.delete("sojourn");
    expect((await browser.post("/logout", {})).location).toBe("/login");
  });
});
