import { beforeEach, describe, expect, it } from "vitest";
import type { Browser } from "./support/browser";
import { documentOf, textsOf } from "./support/document";
import {
  type FakeHost,
  fakeToken,
  physicianRecord,
  says,
  sendJson,
  timeoutIn,
} from "./support/fake-host";
import { onFakeHost } from "./support/on-fake-host";
import type { Portal } from "./support/portal";

const PAGE = "/company-overview";
const PLAIN_TEXT = /<[^>]+>/g;

const PHYSICIAN = physicianRecord(1234567893);

let host: FakeHost;
let portal: Portal;
onFakeHost((started) => ({ host, portal } = started));

let browser: Browser;
beforeEach(async () => {
  browser = await portal.browser().loggedIn("company");
  host.calls.length = 0;
});

async function textOf(path: string): Promise<[status: number, text: string]> {
  const page = await browser.get(path);
  return [page.status, page.text.replaceAll(PLAIN_TEXT, " ")];
}

function logIn(token: string, seconds = 900): void {
  says(host, "/auth/login/", {
    token,
    refresh_token: "refresh-1",
    timeout: timeoutIn(seconds),
  });
}

describe("a call to the operator's API host", () => {
  it("carries the session's token and the page's request id", async () => {
    const page = await browser.get(PAGE);
    const [metrics] = host.callsTo("/api/metrics/company/0/");
    expect(metrics?.headers["x-access-token"]).toMatch(/^eyJ/);
    expect(metrics?.headers["x-request-id"]).toBe(
      page.headers.get("x-request-id"),
    );
  });

  it("for login is a form without a token, from the browser's address", async () => {
    await portal.browser().post("/login", { username: "a b", password: "p&q" });
    const [login] = host.callsTo("/auth/login/");
    expect(login?.body).toBe("username=a+b&password=p%26q");
    expect(login?.headers["content-type"]).toBe(
      "application/x-www-form-urlencoded",
    );
    expect(login?.headers["x-access-token"]).toBeUndefined();
    expect(login?.headers["x-forwarded-for"]).toMatch(/127\.0\.0\.1$/);
  });
});

describe("a panel whose call fails", () => {
  const SYSTEM = "Frailty data was not retrieved due to a system error.";

  it.each<[string, string, Parameters<FakeHost["on"]>[1]]>([
    [
      "breaks off half way",
      SYSTEM,
      (_, response) => {
        response.writeHead(200, { "content-length": "1000" });
        response.write('{"data": {"high"', () => response.destroy());
      },
    ],
    [
      "redirects elsewhere",
      SYSTEM,
      (_, response) =>
        void response
          .writeHead(302, { location: "http://169.254.169.254/" })
          .end(),
    ],
  ])("does not take the page with it: it %s", async (_, words, answer) => {
    host.on("/api/frailty/", answer);
    const [status, text] = await textOf(PAGE);
    expect(status).toBe(200);
    expect(text).toContain(words);
    expect(text).toContain("Data was not retrieved due to a system error.");
  });

  it("logs where a shape is wrong, not what was there", async () => {
    says(host, "/api/frailty/", { data: { bands: "Canaryvalue" } });
    await browser.get(PAGE);
    const shapes = (await portal.log()).filter((one) =>
      one.includes("upstream.shape"),
    );
    expect(shapes.at(-1)).toContain('"paths":["data.high"]');
    expect((await portal.log()).join("\n")).not.toContain("Canaryvalue");
  });
});

describe("a page whose call is refused", () => {
  it("leads to login and back when the host says 401, and the session is over", async () => {
    says(host, "/api/metrics/", { error: "expired" }, 401);
    const thief = browser.copy();
    expect((await browser.get(PAGE)).location).toBe("/login");
    expect(browser.cookies.has("sojourn")).toBe(false);
    host.reset();
    expect((await thief.get(PAGE)).location).toBe("/login");
    expect((await browser.logIn("company")).location).toBe(PAGE);
  });
});

describe("login at the operator's API host", () => {
  it("shows the error, and the message as information when both came", async () => {
    says(
      host,
      "/auth/login/",
      { error: "Locked out.", message: "Call the desk." },
      429,
      { "retry-after": "30" },
    );
    const page = await portal.browser().logIn("company");
    expect(page.status).toBe(429);
    expect(page.headers.get("retry-after")).toBe("30");
    const told = documentOf(page.text);
    expect(textsOf(told, "main [role=alert]").join()).toContain("Locked out.");
    expect(textsOf(told, "main [aria-live=polite]").join()).toContain(
      "Call the desk.",
    );
  });

  it.each<[string, string, Parameters<FakeHost["on"]>[1]]>([
    ["the host fails", "/auth/login/", (_, r) => void r.writeHead(500).end()],
    [
      "the token is none",
      "/auth/login/",
      (_, r) =>
        sendJson(r, {
          token: "not-a-jwt",
          refresh_token: "r",
          timeout: timeoutIn(900),
        }),
    ],
    [
      "the me answer has no name",
      "/auth/me/",
      (_, r) =>
        sendJson(r, {
          data: {
            name: "",
            username: "u",
            access_level: "company",
            access_level_id: [0],
          },
        }),
    ],
    ["the me call fails", "/auth/me/", (_, r) => sendJson(r, {}, 404)],
  ])("says 'Login error' when %s", async (_, path, answer) => {
    host.on(path, answer);
    const page = await portal.browser().logIn("company");
    expect(page.status).toBe(503);
    expect(page.headers.get("retry-after")).toBe("5");
    expect(page.text).toContain("Login error");
    expect(page.headers.getSetCookie().join()).not.toContain("sojourn=");
  });

  it("loads a physician's own record instead of the me data", async () => {
    logIn(fakeToken({ role: "physician", levels: [1234567893] }));
    says(host, "/api/physician/1234567893/", { data: PHYSICIAN });
    const doctor = portal.browser();
    const page = await doctor.logIn("doctor");
    expect(page.location).toBe("/physician-profile/1234567893");
    expect(host.callsTo("/auth/me/")).toEqual([]);
  });

  it("keeps the session cookie small whatever the number of level ids", async () => {
    const levels = Array.from({ length: 2_000 }, (_, index) => 10_000 + index);
    logIn(fakeToken({ role: "facility", levels }));
    const facility = await portal.browser().loggedIn("facility");
    expect([...facility.cookies].join().length).toBeLessThan(600);
    expect((await facility.get("/")).status).toBe(200);
  });
});

describe("a login from a browser with a live session", () => {
  it("ends the old session at the API host too", async () => {
    const old = fakeToken({ mark: "old" });
    logIn(old);
    await browser.loggedIn("company");
    host.calls.length = 0;
    logIn(fakeToken({ mark: "new" }));
    await browser.loggedIn("company");
    const ended = host.callsTo("/auth/logout/");
    expect(
      ended.map(({ method, headers }) => [method, headers["x-access-token"]]),
    ).toEqual([["DELETE", old]]);
  });

  it.each<[string, Parameters<FakeHost["on"]>[1]]>([
    ["refuses that", (_, response) => void response.writeHead(500).end()],
    ["does not answer that", () => undefined],
  ])("succeeds where the host %s", async (_, answer) => {
    host.on("/auth/logout/", answer);
    const thief = browser.copy();
    const started = performance.now();
    expect((await browser.logIn("company")).location).toBe(PAGE);
    expect(performance.now() - started).toBeLessThan(4_000);
    expect((await browser.get(PAGE)).status).toBe(200);
    expect((await thief.get(PAGE)).location).toBe("/login");
  });
});

describe("the organisation", () => {
  const fail: Parameters<FakeHost["on"]>[1] = (_, response) =>
    void response.writeHead(500).end();

  it("closes location pages when it cannot be had", async () => {
    logIn(fakeToken({ role: "division", levels: [1] }));
    host.on("/api/company/organization/", fail);
    const manager = await portal.browser().loggedIn("division");
    const page = await manager.get("/division-profile/1");
    expect(page.status).toBe(500);
    expect(page.text).toContain(
      "Organization data was not retrieved due to a system error.",
    );
    expect(host.callsTo("/api/metrics/")).toEqual([]);
    expect(textsOf(documentOf(page.text), "title, h1")).toEqual([
      "Error: Organization data was not retrieved due to a system error. (500) – Sojourn",
      "Organization data was not retrieved due to a system error. (500)",
    ]);
    expect(page.text).toMatch(
      /<a [^>]*href="\/division-profile\/1"[^>]*>Try again<\/a>/,
    );
  });

  it("is not needed where the logo page lists nothing", async () => {
    logIn(fakeToken({ role: "physician", levels: [1000000001, 1000000002] }));
    says(host, "/api/physician/", { data: PHYSICIAN });
    host.on("/api/company/organization/", () => undefined);
    const doctor = await portal.browser().loggedIn("doctor");
    const started = performance.now();
    expect((await doctor.get("/")).status).toBe(200);
    // A page that needed it would wait five seconds for it.
    expect(performance.now() - started).toBeLessThan(4_500);
  });
});
