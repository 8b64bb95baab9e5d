import { expect, it } from "vitest";
import { all, documentOf, textsOf } from "./support/document";
import {
  type FakeHost,
  fakeToken,
  says,
  signsIn,
  timeoutIn,
} from "./support/fake-host";
import { onFakeHost } from "./support/on-fake-host";
import type { Portal } from "./support/portal";
import { CODES, OWN, SET_UP } from "./support/second-factor";

let host: FakeHost;
let portal: Portal;
onFakeHost((started) => ({ host, portal } = started));

const CODE = "/auth/login/code/";
const TOKENS = {
  token: fakeToken(),
  refresh_token: "refresh-1",
  timeout: timeoutIn(900),
};

const problems = (text: string) => textsOf(documentOf(text), "[role=alert] li");

it("of a host that knows no second factors nothing is shown, and it signs in as before", async () => {
  signsIn(host);
  const browser = await portal.browser().loggedIn("company");
  const { text } = await browser.get("/search");
  const links = all(documentOf(text), "header details a");
  const hrefs = links.map((link) => link.getAttribute("href"));
  expect(hrefs).toContain("/change-password");
  expect(hrefs).not.toContain(OWN);
  for (const path of [OWN, SET_UP, CODES, `${OWN}/remove`]) {
    expect([path, (await browser.get(path)).status]).toEqual([path, 404]);
  }
});

it("of a host that knows no second factors the users are listed as before", async () => {
  signsIn(host, { role: "account_manager", sub: "3" });
  const user = {
    id: 8,
    username: "una",
    firstname: "Una",
    lastname: "User",
    access_level: "company",
    access_level_id: "0",
    isnp_only: false,
  };
  says(host, "/auth/users", { users: [user] });
  const browser = await portal.browser().loggedIn("accounts");
  const { text } = await browser.get("/users");
  expect(text).toContain("una");
  expect(text).not.toContain("Second factor");
  expect((await browser.get("/users/8/second-factor")).status).toBe(404);
  expect((await browser.get("/users/second-factor")).status).toBe(404);
});

it.each([
  [403, 403],
  [429, 429],
  [500, 503],
  [504, 503],
])(
  "a second step that the host answers with %d is told with %d",
  async (ofHost, status) => {
    says(host, "/auth/login/", { challenge: "sealed", wanted: "code" });
    const browser = portal.browser();
    expect((await browser.logIn("dana")).location).toBe("/login/code");
    const error = { error: "Because of that." };
    says(host, CODE, error, ofHost, { "retry-after": "7" });
    const page = await browser.post("/login/code", { code: "123456" });
    expect([page.status, problems(page.text)]).toEqual([
      status,
      ["Because of that."],
    ]);
    if (ofHost === 429) expect(page.headers.get("retry-after")).toBe("7");
    expect(page.text).not.toContain("123456");
    expect(browser.cookies.has("sojourn")).toBe(false);
    says(host, CODE, TOKENS);
    const done = await browser.post("/login/code", { code: " 123 456 " });
    expect([done.status, browser.cookies.has("sojourn")]).toEqual([302, true]);
    expect(
      host.callsTo(CODE).map(({ body }) => JSON.parse(body) as unknown),
    ).toContainEqual({ challenge: "sealed", code: "123 456" });
    expect((await portal.log()).join("\n")).not.toContain("sealed");
  },
);

it("what a host makes of a browser comes back to it with the next login, and to no host that makes nothing", async () => {
  const browser = portal.browser();
  const sentNext = async () => {
    await browser.logIn("dana");
    const sent = host.callsTo("/auth/login/").at(-1)?.body;
    return Object.fromEntries(new URLSearchParams(sent));
  };
  says(host, "/auth/login/", TOKENS);
  expect(Object.keys(await sentNext())).toEqual(["username", "password"]);
  expect(browser.cookies.has("sojourn-known")).toBe(false);
  const challenge = { challenge: "sealed", wanted: "code" };
  says(host, "/auth/login/", { ...challenge, browser: "dana was here" });
  expect(Object.keys(await sentNext())).toEqual(["username", "password"]);
  says(host, "/auth/login/", { ...TOKENS, browser: "dana was here again" });
  expect(await sentNext()).toMatchObject({ browser: "dana was here" });
  await browser.post("/logout", { csrf: await browser.csrfToken("/search") });
  says(host, "/auth/login/", { error: "No." }, 401);
  expect(await sentNext()).toMatchObject({ browser: "dana was here again" });
  browser.cookies.set("sojourn-known", "Im1hZGUgdXAi.forged");
  expect(Object.keys(await sentNext())).toEqual(["username", "password"]);
});

it.each([
  ["code", "/login/code", CODE],
  ["set_up", "/login/set-up", "/auth/login/factor/"],
])(
  "a second step (%s) that took too long leads to the login page, which says so",
  async (wanted, step, call) => {
    says(host, "/auth/login/", { challenge: "sealed", wanted });
    says(host, "/auth/login/key/", {
      data: { set_up: "sealed", key: "A".repeat(32) },
    });
    const browser = portal.browser();
    expect((await browser.logIn("dana")).location).toBe(step);
    const told = async () =>
      (await browser.get("/login")).text.includes(
        "Your sign-in took too long. Please sign in again.",
      );
    expect(await told()).toBe(false);
    says(host, call, { error: "Over." }, 401);
    const form = { code: "123456", setUp: "sealed" };
    const page = await browser.post(step, form);
    expect([page.status, page.location]).toEqual([302, "/login"]);
    // For as long as the browser is open, not only as long as the challenge was good.
    expect(page.headers.getSetCookie().join()).not.toMatch(/max-age/i);
    expect(await told()).toBe(true);
    expect((await browser.get(step)).location).toBe("/login");
    expect(await told()).toBe(true);
    signsIn(host);
    await browser.logIn("dana");
    expect(browser.cookies.has("sojourn-second-step")).toBe(false);
  },
);

it("a sign-in whose user the host does not describe is none", async () => {
  says(host, "/auth/login/", { challenge: "sealed", wanted: "code" });
  const browser = portal.browser();
  await browser.logIn("dana");
  says(host, CODE, TOKENS);
  says(host, "/auth/me/", {}, 500);
  const page = await browser.post("/login/code", { code: "123456" });
  expect([page.status, browser.cookies.has("sojourn")]).toEqual([503, false]);
  expect(host.callsTo("/auth/logout/")).toHaveLength(1);
});

it("a set-up that the host gives no key for is the login page, or the error page", async () => {
  says(host, "/auth/login/", { challenge: "sealed", wanted: "set_up" });
  const browser = portal.browser();
  expect((await browser.logIn("dana")).location).toBe("/login/set-up");
  says(host, "/auth/login/key/", { error: "Over." }, 401);
  const over = await browser.get("/login/set-up");
  expect(over.location).toBe("/login");
  expect((await browser.get("/login")).text).toContain("took too long");
  await browser.logIn("dana");
  says(host, "/auth/login/key/", { error: "Down." }, 500);
  expect((await browser.get("/login/set-up")).status).toBe(503);
});

it("after a login from a new place the first page says of the one before, and the next not", async () => {
  says(host, "/auth/login/", {
    ...TOKENS,
    last_sign_in: { at: "2026-11-25T20:12:10.000Z", address: "<b>192.0.2.7" },
  });
  const browser = await portal.browser().loggedIn("company");
  const told = async () =>
    (
      documentOf((await browser.get("/search")).text).body?.textContent ?? ""
    ).includes("on 11/25/2026, 03:12:10 PM ET, from <b>192.0.2.7.");
  expect([await told(), await told()]).toEqual([true, false]);
});

it.each([{ at: "yesterday", address: "192.0.2.7" }, "late", { at: 1 }])(
  "a last login that is ill-made (%j) is left out, and keeps nobody out",
  async (last_sign_in) => {
    says(host, "/auth/login/", { ...TOKENS, last_sign_in });
    const browser = await portal.browser().loggedIn("company");
    const { status, text } = await browser.get("/search");
    expect(status).toBe(200);
    expect(text).not.toContain("another place");
  },
);

it("of a host that knows no passkeys nothing is shown of them", async () => {
  says(host, "/auth/login/", { challenge: "sealed", wanted: "code" });
  const browser = portal.browser();
  await browser.logIn("dana");
  const page = await browser.get("/login/code");
  expect([page.status, textsOf(documentOf(page.text), "h1")]).toEqual([
    200,
    ["Enter your code"],
  ]);
  signsIn(host, {}, { required_from: null });
  const since = "2026-11-01T00:00:00.000Z";
  says(host, "/auth/me/sign-in/", {
    data: {
      second_factor: { since, recovery_codes_left: 10 },
      required_from: null,
      sessions: [],
      sign_ins: [],
    },
  });
  const own = await portal.browser().loggedIn("company");
  const headings = textsOf(documentOf((await own.get(OWN)).text), "main h2");
  expect(headings).toContain("Second factor");
  expect(headings).not.toContain("Passkeys");
  for (const path of [`${OWN}/add-passkey`, `${OWN}/remove-passkey`]) {
    expect([path, (await own.get(path)).location]).toEqual([path, OWN]);
  }
});
