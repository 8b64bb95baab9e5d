import { beforeEach, describe, expect, it } from "vitest";
import type { Browser, Page } from "./support/browser";
import { type FakeHost, fakeToken, says, signsIn } from "./support/fake-host";
import { onFakeHost } from "./support/on-fake-host";
import { onPortal } from "./support/on-portal";
import type { Portal } from "./support/portal";
import { idleFor, lastUse } from "./support/stored-sessions";

const PAGE = "/company-overview";
const MINUTE_MS = 60_000;
const WHOLE_MS = 15 * MINUTE_MS;

/** What the clock of a page is told. */
interface Told {
  remainingMs: number;
  mark: string | null;
  error?: string;
}

function told({ status, text, headers }: Page): Told {
  expect([status, headers.get("cache-control")]).toEqual([200, "no-store"]);
  return JSON.parse(text) as Told;
}

/** Seconds and address of the page's own way out without scripts. */
function wayOut(text: string): { seconds: number; href: string } {
  const [, seconds, href] =
    /<meta http-equiv="refresh" content="(\d+); url=([^"]+)"/i.exec(text) ?? [];
  return {
    seconds: Number(seconds),
    href: href?.replaceAll("&amp;", "&") ?? "",
  };
}

let portal: Portal;
onPortal((started) => (portal = started));

let browser: Browser;
beforeEach(async () => {
  browser = await portal.browser().loggedIn("company");
});

describe("the session's clock", () => {
  it("can be looked at without prolonging the session", async () => {
    idleFor(portal, 10 * MINUTE_MS);
    const before = lastUse(portal);
    const { remainingMs, mark } = told(await browser.get("/session"));
    expect(remainingMs).toBeLessThanOrEqual(5 * MINUTE_MS);
    expect(remainingMs).toBeGreaterThan(4 * MINUTE_MS);
    expect(mark).toMatch(/^[\w-]{12}$/);
    expect(lastUse(portal)).toBe(before);
  });

  it("starts again with a sign of life", async () => {
    const csrf = await browser.csrfToken(PAGE);
    idleFor(portal, 10 * MINUTE_MS);
    const page = await browser.post("/session", { csrf, intent: "active" });
    expect(told(page).remainingMs).toBeGreaterThan(WHOLE_MS - MINUTE_MS);
  });

  it("starts again when the user stays, with a new token of the host", async () => {
    const csrf = await browser.csrfToken(PAGE);
    idleFor(portal, 14 * MINUTE_MS);
    const page = await browser.post("/session", { csrf, intent: "stay" });
    expect(told(page).remainingMs).toBeGreaterThan(WHOLE_MS - MINUTE_MS);
    expect((await browser.get(PAGE)).status).toBe(200);
  });

  it("stands still for a session that is over, and does not bring it back", async () => {
    const csrf = await browser.csrfToken(PAGE);
    idleFor(portal, WHOLE_MS);
    const over = { remainingMs: 0, mark: null };
    for (const intent of ["active", "stay"]) {
      expect(told(await browser.post("/session", { csrf, intent }))).toEqual(
        over,
      );
    }
    expect(told(await browser.get("/session"))).toEqual(over);
    expect((await browser.get(PAGE)).location).toBe("/login");
  });

  it("tells a page of an earlier session that the browser is in another", async () => {
    const { mark } = told(await browser.get("/session"));
    await browser.logIn("region");
    expect(told(await browser.get("/session")).mark).not.toBe(mark);
  });

  it.each<[string, Record<string, string>, Record<string, string>, number]>([
    ["without the session's token", { csrf: "guess" }, {}, 403],
    ["from another site", {}, { origin: "https://evil.example" }, 403],
    ["with an intent that is none", { intent: "sleep" }, {}, 400],
    ["without an intent", { intent: "" }, {}, 400],
  ])("is not moved %s", async (_, fields, headers, status) => {
    const csrf = await browser.csrfToken(PAGE);
    idleFor(portal, 10 * MINUTE_MS);
    const before = lastUse(portal);
    const page = await browser.post(
      "/session",
      { csrf, intent: "active", ...fields },
      { headers },
    );
    expect(page.status).toBe(status);
    expect(lastUse(portal)).toBe(before);
  });

  it("sends every page to where it is left when nobody is there, also without scripts", async () => {
    const { text } = await browser.get(`${PAGE}?isnp=true`);
    const { seconds, href } = wayOut(text);
    expect(seconds).toBeGreaterThan(14 * 60);
    expect(seconds).toBeLessThanOrEqual(15 * 60 + 1);
    expect(href).toBe(
      `/left-open?from=${encodeURIComponent(`${PAGE}?isnp=true`)}`,
    );
    expect(text).toMatch(
      /You will be logged out at.{0,20}\d\d:\d\d [AP]M.{0,20} ET/s,
    );
    // Old and locked-down browsers run no scripts; those that do have a clock.
    expect(text).toMatch(/<noscript><meta http-equiv="refresh"/i);
  });

  it("has no noscript round it where no scripts are sent, to save data", async () => {
    const { text } = await browser.get(PAGE, {
      headers: { "save-data": "on" },
    });
    expect(wayOut(text).href).toContain("/left-open");
    expect(text).not.toMatch(/<noscript><meta/i);
  });

  it("leaves after 65 seconds with the timeout test on", async () => {
    const { text } = await browser.get(`${PAGE}?timemeoutnow=1`);
    expect(wayOut(text).seconds).toBeGreaterThan(60);
    expect(wayOut(text).seconds).toBeLessThanOrEqual(66);
  });

  it("knows a way out of an address that is too long to be remembered", async () => {
    const { text } = await browser.get(`${PAGE}?q=${"/".repeat(3_000)}`);
    const { href } = wayOut(text);
    expect(href).toBe(`/left-open?from=${encodeURIComponent("/")}`);
    expect((await browser.get(href)).status).toBe(200);
  });

  it("is not on the login page", async () => {
    const { text } = await portal.browser().get("/login");
    expect(text).not.toContain("left-open");
  });

  it("leads a page that was left open to login, says why, and back to it after login", async () => {
    const { href } = wayOut((await browser.get(`${PAGE}?isnp=true`)).text);
    idleFor(portal, WHOLE_MS);
    expect((await browser.get(href)).location).toBe("/login");
    expect((await browser.get("/login")).text).toContain(
      "Your session has ended. Please log in again.",
    );
    expect((await browser.logIn("company")).location).toBe(`${PAGE}?isnp=true`);
    // Told once: who logs out by choice knows why they are there.
    await browser.logOut();
    expect((await browser.get("/login")).text).not.toContain("has ended");
  });

  it("shows nothing of a page that was left open while its session is used elsewhere, and does not prolong it", async () => {
    const { href } = wayOut((await browser.get(PAGE)).text);
    idleFor(portal, 10 * MINUTE_MS);
    const before = lastUse(portal);
    const { status, text, headers } = await browser.get(href);
    expect(status).toBe(200);
    expect(headers.get("cache-control")).toBe("no-store, no-cache");
    expect(text).toContain("You are still logged in");
    expect(text).toContain(`href="${PAGE}"`);
    expect(wayOut(text).href).toBe(href);
    expect(wayOut(text).seconds).toBeLessThanOrEqual(5 * 60 + 1);
    expect(text).not.toContain("<script");
    expect(lastUse(portal)).toBe(before);
  });

  it.each(["//evil.example", "/no-such-page"])(
    "leads home from a page that is none of the portal's: %j",
    async (from) => {
      const { text } = await browser.get(
        `/left-open?from=${encodeURIComponent(from)}`,
      );
      expect(text).toContain('href="/"');
      expect(text).not.toContain("evil");
    },
  );
});

describe("a page whose time has run out", () => {
  it("logs out, and is where the user comes back to, and nobody else", async () => {
    const thief = browser.copy();
    const from = `${PAGE}?isnp=true&timemeoutnow=1`;
    expect((await browser.logOut({ from })).location).toBe("/login");
    expect((await thief.get(PAGE)).location).toBe("/login");
    expect((await browser.get("/login")).text).toContain("has ended");
    expect((await browser.copy().logIn("region")).location).toBe(
      "/region-profile/11",
    );
    expect((await browser.logIn("company")).location).toBe(`${PAGE}?isnp=true`);
  });

  it("is remembered where the session was over before it", async () => {
    const csrf = await browser.csrfToken(PAGE);
    idleFor(portal, WHOLE_MS);
    const from = "/company-overview?mom=rth_30";
    expect((await browser.post("/logout", { csrf, from })).location).toBe(
      "/login",
    );
    expect((await browser.logIn("company")).location).toBe(from);
  });
});

describe("staying, and the host's token", () => {
  let host: FakeHost;
  let portal: Portal;
  onFakeHost((started) => ({ host, portal } = started));

  async function loggedIn(livesForSeconds = 900): Promise<Browser> {
    signsIn(host, { livesForSeconds });
    return portal.browser().loggedIn("company");
  }

  it("updates token and user: later calls carry the new one", async () => {
    const browser = await loggedIn();
    const csrf = await browser.csrfToken(PAGE);
    const renewed = fakeToken({ mark: "renewed" });
    says(host, "/auth/refresh/", {
      data: { token: renewed, refresh_token: "refresh-2" },
    });
    expect(
      told(await browser.post("/session", { csrf, intent: "stay" })).error,
    ).toBeUndefined();
    host.calls.length = 0;
    await browser.get(PAGE);
    const [call] = host.callsTo("/api/metrics/");
    expect(call?.headers["x-access-token"]).toBe(renewed);
  });

  it("asks the host once for all tabs that ask at the same time", async () => {
    const browser = await loggedIn();
    const csrf = await browser.csrfToken(PAGE);
    says(host, "/auth/refresh/", {
      data: { token: fakeToken({ mark: "renewed" }) },
    });
    host.calls.length = 0;
    const pages = await Promise.all(
      Array.from({ length: 20 }, () =>
        browser.post("/session", { csrf, intent: "stay" }),
      ),
    );
    expect(pages.map(({ status }) => status)).toEqual(Array(20).fill(200));
    expect(host.callsTo("/auth/refresh/")).toHaveLength(1);
  });

  it.each([401, 500])(
    "says 'Refresh token error' where the host answers %d, and ends nothing",
    async (status) => {
      const browser = await loggedIn();
      const csrf = await browser.csrfToken(PAGE);
      says(host, "/auth/refresh/", {}, status);
      const page = await browser.post("/session", { csrf, intent: "stay" });
      expect(page.status).toBe(502);
      expect(JSON.parse(page.text)).toMatchObject({
        error: "Refresh token error",
      });
      expect((await browser.get(PAGE)).status).toBe(200);
    },
  );

  it("a sign of life ends the session of a token that is dead and cannot be renewed", async () => {
    const browser = await loggedIn();
    const csrf = await browser.csrfToken(PAGE);
    says(host, "/auth/refresh/", {}, 401);
    says(host, "/api/metrics/", {}, 401);
    await browser.get(PAGE);
    expect(
      told(await browser.post("/session", { csrf, intent: "active" })),
    ).toEqual({
      remainingMs: 0,
      mark: null,
    });
  });
});
