import { expect, it } from "vitest";
import { all, documentOf, textsOf } from "./support/document";
import {
  type FakeHost,
  fakeToken,
  says,
  signsIn,
  timeoutIn,
  storedUser,
} from "./support/fake-host";
import { onFakeHost } from "./support/on-fake-host";
import type { Portal } from "./support/portal";
import { OWN } from "./support/second-factor";

let host: FakeHost;
let portal: Portal;
onFakeHost((started) => ({ host, portal } = started));

const TOKENS = {
  token: fakeToken(),
  refresh_token: "refresh-1",
  timeout: timeoutIn(900),
};

it.each(["code", "set_up"])(
  "a login that the host answers by asking for a second factor (%s) is refused in words",
  async (wanted) => {
    says(host, "/auth/login/", {
      challenge: "sealed",
      wanted,
      browser: "dana was here",
    });
    const browser = portal.browser();
    const page = await browser.logIn("dana");
    expect([page.status, page.location]).toEqual([403, null]);
    const document = documentOf(page.text);
    expect(textsOf(document, "main [role=alert]").join()).toContain(
      "Your account needs a second factor, and you cannot give one here. Ask the person who gave you your account.",
    );
    expect(page.text).toContain('value="dana"');
    // Nothing of it is kept, and no step follows.
    expect([...browser.cookies.keys()]).toEqual([]);
    for (const step of ["/login/code", "/login/set-up"]) {
      expect((await browser.get(step)).status).toBe(404);
      const form = { code: "123456", setUp: "sealed" };
      expect((await browser.post(step, form)).status).toBe(404);
    }
    expect(host.calls.map(({ path }) => path)).toEqual(["/auth/login/"]);
    expect((await portal.log()).join("\n")).not.toContain("sealed");
    signsIn(host);
    await browser.loggedIn("dana");
  },
);

it("there is no page about one's sign-in, no organisation's login, and no word of a second factor or another place, whatever the host says", async () => {
  says(host, "/auth/login/", {
    ...TOKENS,
    second_factor: { required_from: "2999-12-31" },
    last_sign_in: { at: "2026-11-25T20:12:10.000Z", address: "192.0.2.7" },
  });
  const browser = portal.browser();
  expect((await browser.get("/login")).text).not.toContain("/oidc");
  expect((await browser.get("/oidc")).status).toBe(404);
  await browser.loggedIn("company");
  const { text } = await browser.get("/search");
  expect(text).not.toMatch(/second factor|another place/);
  const links = all(documentOf(text), "header details a");
  expect(links.map((link) => link.getAttribute("href"))).not.toContain(OWN);
});

it("users are listed without second factors, sessions or organisation accounts", async () => {
  signsIn(host, { role: "account_manager", sub: "3" });
  const more = { second_factor: true, organisation_account: false };
  const user = storedUser(8, { username: "una", ...more });
  says(host, "/auth/users", { users: [user] });
  const browser = await portal.browser().loggedIn("accounts");
  const { text } = await browser.get("/users");
  expect(text).toContain("una");
  expect(text).not.toMatch(
    /second factor|log out everywhere|Organisation account/i,
  );
});

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
  says(host, "/auth/login/", { ...TOKENS, browser: "dana was here" });
  expect(Object.keys(await sentNext())).toEqual(["username", "password"]);
  expect(await sentNext()).toMatchObject({ browser: "dana was here" });
  await browser.logOut({}, "/search");
  says(host, "/auth/login/", { error: "No." }, 401);
  expect(await sentNext()).toMatchObject({ browser: "dana was here" });
  browser.cookies.set("sojourn-known", "Im1hZGUgdXAi.forged");
  expect(Object.keys(await sentNext())).toEqual(["username", "password"]);
});
