import { readFileSync, statSync } from "node:fs";
import { join } from "node:path";
import { beforeEach, describe, expect, it } from "vitest";
import { signSessionToken } from "~server/auth/sessions";
import { openSecrets } from "~server/secrets";
import { onPortal } from "./support/on-portal";
import type { Portal } from "./support/portal";
import type { Browser } from "./support/browser";
import { all, documentOf, textOf } from "./support/document";
import { changeSession, storedSessions } from "./support/stored-sessions";

const PAGE = "/company-overview";

let portal: Portal;
onPortal((started) => (portal = started));

let browser: Browser;
beforeEach(async () => {
  browser = await portal.browser().loggedIn("company");
});

/** The id of the newest session at the data server. */
function idAtDataServer(): string {
  let id = "";
  changeSession(portal, (record) => {
    if ("sessionId" in record) id = record.sessionId;
    return record;
  });
  expect(id).toMatch(/^[\w-]{32}$/);
  return id;
}

describe("a session", () => {
  it("that was kept with its tokens goes on, and is kept by its id from then on", async () => {
    const sessionId = idAtDataServer();
    const { tokenKey } = openSecrets({ DATA_DIR: portal.dataDir });
    const seconds = Math.floor(Date.now() / 1000);
    const token = await signSessionToken(
      // An hour over: the portal has always known better when a session ends.
      {
        levels: [0],
        role: "company",
        isnp_only: false,
        sub: "1",
        sid: sessionId,
        iat: seconds,
        exp: seconds - 3600,
      },
      tokenKey,
    );
    const keepWith = (text: string) =>
      changeSession(portal, (record) => ({
        ...{ ...record, sessionId: undefined },
        token: text,
        refreshToken: "of before",
        tokenEndsAt: Date.now(),
      }));
    keepWith(token);
    expect((await browser.get(PAGE)).status).toBe(200);
    expect(idAtDataServer()).toBe(sessionId);

    keepWith(`${token}x`);
    expect((await browser.get(PAGE)).location).toBe("/login");
  });

  it("is kept where only this account may read, without its id or that of the data server", async () => {
    const id = Buffer.from(
      decodeURIComponent(browser.cookies.get("sojourn") ?? "").split(".")[0] ??
        "",
      "base64",
    ).toString();
    expect(id.length).toBeGreaterThan(40);
    const [session] = storedSessions(portal);
    expect(session?.record.length).toBeGreaterThan(400);
    const sessionId = idAtDataServer();
    for (const ending of ["", "-wal", "-shm"]) {
      const file = join(portal.dataDir, `portal.sqlite${ending}`);
      expect(statSync(file).mode & 0o777).toBe(0o600);
      const content = readFileSync(file, "latin1");
      expect(content).not.toContain(id.replaceAll('"', ""));
      expect(content).not.toContain(sessionId);
    }
  });

  it("is not found by a cookie with another signature", async () => {
    const cookie = browser.cookies.get("sojourn") ?? "";
    browser.cookies.set("sojourn", `${cookie.slice(0, -3)}AAA`);
    expect((await browser.get(PAGE)).location).toBe("/login");
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
    const page = await browser.logOut();
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

  it("is a post, and not done by a GET", async () => {
    expect((await browser.get("/logout")).location).toBe("/");
    const page = await browser.get(PAGE);
    expect(page.status).toBe(200);
    const forms = all(documentOf(page.text), "form").filter(
      (form) => textOf(form) === "Log out",
    );
    expect(
      forms.map((form) => [
        form.getAttribute("method"),
        form.getAttribute("action"),
        all(form, "[name=csrf]").length,
      ]),
    ).toEqual(Array(2).fill(["post", "/logout", 1]));
  });

  it("leads to login where the session is over already", async () => {
    browser.cookies.delete("sojourn");
    expect((await browser.post("/logout", {})).location).toBe("/login");
  });
});
