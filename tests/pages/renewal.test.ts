import type { ServerResponse } from "node:http";
import { describe, expect, it } from "vitest";
import type { Browser } from "./support/browser";
import { DEFAULT_GRAPHS, DEFAULT_QUALITY } from "./support/default-graphs.data";
import {
  type FakeHost,
  fakeToken,
  says,
  sendJson,
  signsIn,
} from "./support/fake-host";
import { onFakeHost } from "./support/on-fake-host";
import type { Portal } from "./support/portal";

const PAGE = "/company-overview";

let host: FakeHost;
let portal: Portal;
onFakeHost((started) => ({ host, portal } = started));

/** A browser whose token has so long to live. */
async function withToken(
  livesForSeconds: number,
  mark = "first",
): Promise<Browser> {
  signsIn(host, { livesForSeconds, mark });
  const browser = await portal.browser().loggedIn("company");
  host.calls.length = 0;
  return browser;
}

function renewWith(token: string, refresh_token?: string): void {
  says(host, "/auth/refresh/", { data: { token, refresh_token } });
}

/** The different tokens of the calls to a path, in the order of their first use. */
function tokensSent(path: string): string[] {
  const sent = host
    .callsTo(path)
    .map((call) => String(call.headers["x-access-token"]));
  return [...new Set(sent)];
}

describe("a token near its end", () => {
  it("is renewed before the page's calls, which carry the new one", async () => {
    const browser = await withToken(9 * 60);
    const renewed = fakeToken({ mark: "renewed" });
    renewWith(renewed, "refresh-2");
    expect((await browser.get(PAGE)).status).toBe(200);
    const [refresh] = host.callsTo("/auth/refresh/");
    expect(refresh?.headers["x-refresh-token"]).toBe("refresh-1");
    expect(tokensSent("/api/metrics/")).toEqual([renewed]);
  });

  it("is left alone with more than ten minutes to go", async () => {
    const browser = await withToken(11 * 60);
    await browser.get(PAGE);
    expect(host.callsTo("/auth/refresh/")).toEqual([]);
  });

  it("has the locations asked for again where the new one names another level, and else not", async () => {
    const asked = () => host.callsTo("/api/company/organization/").length;
    const browser = await withToken(5 * 60);
    renewWith(fakeToken({ livesForSeconds: 6 * 60 }), "refresh-2");
    await browser.get(PAGE);
    await browser.get(PAGE);
    expect(asked()).toBe(1);
    renewWith(fakeToken({ role: "division", levels: [1] }), "refresh-3");
    await browser.get("/division-profile/1");
    expect(asked()).toBe(2);
  });

  it("is used on while the host refuses to renew it, and the host is left alone for a while", async () => {
    const browser = await withToken(5 * 60);
    says(host, "/auth/refresh/", {}, 500);
    expect((await browser.get(PAGE)).status).toBe(200);
    expect((await browser.get(PAGE)).status).toBe(200);
    expect(host.callsTo("/auth/refresh/")).toHaveLength(1);
  });

  it("that is dead is renewed where the host agrees", async () => {
    const browser = await withToken(-1);
    renewWith(fakeToken());
    expect((await browser.get(PAGE)).status).toBe(200);
  });

  it("that is dead and cannot be renewed leads to login and back", async () => {
    const browser = await withToken(-1);
    says(host, "/auth/refresh/", {}, 401);
    expect((await browser.get(PAGE)).location).toBe("/login");
    expect(host.callsTo("/api/")).toEqual([]);
    host.reset();
    expect((await browser.logIn("company")).location).toBe(PAGE);
  });

  it.each<[what: string, answer: (response: ServerResponse) => unknown]>([
    ["has a fault", (response) => sendJson(response, {}, 500)],
    ["is away", (response) => response.destroy()],
  ])(
    "that is dead while the host %s ends nothing: the page says so, and is there again with the host",
    async (_, answer) => {
      const browser = await withToken(-1);
      host.on("/auth/refresh/", (__, response) => void answer(response));
      const page = await browser.get(PAGE);
      expect(page.status).toBe(503);
      expect(page.text).toContain("Sorry, we are unable to display the page.");
      expect(host.callsTo("/api/")).toEqual([]);
      renewWith(fakeToken());
      expect((await browser.get(PAGE)).status).toBe(200);
    },
  );

  it("is not replaced by a token of another user", async () => {
    const browser = await withToken(-1);
    renewWith(fakeToken({ sub: "8" }));
    expect((await browser.get(PAGE)).location).toBe("/login");
  });
});

describe("a token in a data answer", () => {
  const EFFECTIVE = "2026-01-02 03:04:05";

  /** The two calls whose answers date themselves by `data_effective_tstamp` (R160). */
  const DATED: [what: string, path: string, page: string, data: object][] = [
    ["graphs", "/api/new_graphs/", PAGE, DEFAULT_GRAPHS],
    ["quality", "/api/qmcalculator/", `${PAGE}?modal=quality`, DEFAULT_QUALITY],
  ];

  /** Marks of the tokens that a page's calls carry. */
  async function marksOn(browser: Browser): Promise<unknown[]> {
    host.calls.length = 0;
    expect((await browser.get(PAGE)).status).toBe(200);
    return tokensSent("/api/").map((token) => {
      const claims = Buffer.from(token.split(".")[1] ?? "", "base64url");
      return (JSON.parse(claims.toString()) as { mark: unknown }).mark;
    });
  }

  function answerFrailty(extra: object): void {
    says(host, "/api/frailty/", {
      data: { high: 0, medium: 0, low: 0 },
      ...extra,
    });
  }

  it("is ignored without the time of the data, or when it ends sooner", async () => {
    const browser = await withToken(900);
    answerFrailty({ token: fakeToken({ livesForSeconds: 1_000 }) });
    await browser.get(PAGE);
    answerFrailty({
      token: fakeToken({ livesForSeconds: 700, mark: "older" }),
      lastUpdated: EFFECTIVE,
    });
    await browser.get(PAGE);
    expect(await marksOn(browser)).toEqual(["first"]);
  });

  it.each(DATED)(
    "and the time of its data replaces the session's token: %s",
    async (what, path, page, data) => {
      const browser = await withToken(900);
      const token = fakeToken({ livesForSeconds: 1_000, mark: what });
      says(host, path, { data, token, data_effective_tstamp: EFFECTIVE });
      expect((await browser.get(page)).status).toBe(200);
      host.reset();
      expect(await marksOn(browser)).toEqual([what]);
    },
  );

  it("beside others of its page leaves the session with one that lasts", async () => {
    const browser = await withToken(900);
    DATED.forEach(([mark, path, , data], at) => {
      const token = fakeToken({ livesForSeconds: 1_000 + at * 100, mark });
      says(host, path, { data, token, data_effective_tstamp: EFFECTIVE });
    });
    expect((await browser.get(`${PAGE}?modal=quality`)).status).toBe(200);
    host.reset();
    expect(await marksOn(browser)).toEqual(["quality"]);
  });

  it("that names another level is what the next page is guarded by", async () => {
    const browser = await withToken(900);
    answerFrailty({
      token: fakeToken({
        role: "division",
        levels: [1],
        livesForSeconds: 1_000,
      }),
      lastUpdated: EFFECTIVE,
    });
    expect((await browser.get(PAGE)).status).toBe(200);
    expect((await browser.get(PAGE)).status).toBe(403);
  });
});

describe("logout", () => {
  it("is told to the host with the session's token", async () => {
    const browser = await withToken(900);
    await browser.logOut({}, PAGE);
    const [logout] = host.callsTo("/auth/logout/");
    expect(logout?.method).toBe("DELETE");
    expect(logout?.headers["x-access-token"]).toMatch(/^eyJ/);
  });

  it("ends the portal's session also when the host is not there", async () => {
    const browser = await withToken(900);
    const csrf = await browser.csrfToken(PAGE);
    host.on("/auth/logout/", (_, response) => response.destroy());
    const kept = browser.copy();
    expect((await browser.post("/logout", { csrf })).location).toBe("/login");
    expect((await kept.get(PAGE)).location).toBe("/login");
  });
});
