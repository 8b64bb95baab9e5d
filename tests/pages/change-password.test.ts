import { describe, expect, it } from "vitest";
import type { Browser, Page } from "./support/browser";
import { all, documentOf, textsOf } from "./support/document";
import {
  type FakeHost,
  physicianRecord,
  says,
  signsIn,
} from "./support/fake-host";
import { onFakeHost } from "./support/on-fake-host";
import type { Portal } from "./support/portal";

const PAGE = "/change-password";
const CALL = "/auth/me/password/";
const CHANGED =
  "Password changed successfully. You are logged out in all other browsers.";
const UNEXPECTED =
  "An unexpected error had occurred. Please contact support if the problem persists.";
const NOT_SENT =
  "Nothing was changed: your form could not be sent. Please try again.";
const NPI = 1_003_000_101;

const TYPED = {
  currentPassword: "Canary-old-1",
  password: "Canary-new-1",
  confirmPassword: "Canary-new-1",
};

let host: FakeHost;
let portal: Portal;
onFakeHost((started) => ({ host, portal } = started));

/** A browser of that level, at a host that changes passwords. */
async function browserOf(role = "account_manager"): Promise<Browser> {
  signsIn(host, { role, levels: [role === "physician" ? NPI : 0] });
  says(host, "/api/physician/", {
    data: physicianRecord(NPI),
  });
  host.on(CALL, (_, response) => void response.writeHead(204).end());
  return portal.browser().loggedIn(role);
}

function refuse(
  status: number,
  body: object = {},
  headers: Record<string, string> = {},
): void {
  says(host, CALL, body, status, headers);
}

async function post(
  browser: Browser,
  typed: Record<string, string> = TYPED,
): Promise<Page> {
  const csrf = await browser.csrfToken(PAGE);
  return browser.post(PAGE, { csrf, ...typed });
}

function summaryOf({ text }: Page): string[] {
  return textsOf(documentOf(text), "form [role=alert] li");
}

function expectNothingTyped({ text }: Page): void {
  expect(text).not.toContain("Canary");
  for (const field of all(documentOf(text), "input[type=password]")) {
    expect(field.getAttribute("value") ?? "").toBe("");
  }
}

describe("the page that changes the own password", () => {
  it("is there, one link away from every page", async () => {
    const browser = await browserOf("physician");
    const { status, text, headers } = await browser.get(PAGE);
    expect(status).toBe(200);
    expect(headers.get("cache-control")).toContain("no-store");
    const page = documentOf(text);
    expect(page.title).toBe("Change Password – Sojourn");
    expect(textsOf(page, "h1")).toEqual(["Change Password"]);
    expect(
      all(page, "input[type=password]").map((field) => [
        field.getAttribute("name"),
        field.getAttribute("autocomplete"),
      ]),
    ).toEqual([
      ["currentPassword", "current-password"],
      ["password", "new-password"],
      ["confirmPassword", "new-password"],
    ]);
    expect(textsOf(page, "#password-hint")).toEqual(["Minimum 6 characters"]);
    expect(
      all(page, "header a").map((link) => link.getAttribute("href")),
    ).toContain(PAGE);
  });

  it("changes it, says so and leads home", async () => {
    const browser = await browserOf();
    const { status, location } = await post(browser);
    expect([status, location]).toEqual([303, "/users"]);
    expect(
      host.callsTo(CALL).map(({ body }) => JSON.parse(body) as unknown),
    ).toEqual([
      {
        current_password: TYPED.currentPassword,
        password: TYPED.password,
      },
    ]);
    const { text } = await browser.get("/users");
    expect(text).toContain(CHANGED);
    expect((await portal.log()).join("\n")).not.toContain("Canary");
  });

  it("passes passwords on as they are typed, as the login does", async () => {
    const browser = await browserOf();
    const odd = " Änd so on ";
    const all = { currentPassword: odd, password: `${odd}2 ` };
    await post(browser, { ...all, confirmPassword: all.password });
    const sent = host
      .callsTo(CALL)
      .map(({ body }) => JSON.parse(body) as object);
    expect(sent).toEqual([{ current_password: odd, password: all.password }]);
    await portal.browser().logIn("somebody", odd);
    const login = new URLSearchParams(
      host.callsTo("/auth/login/").at(-1)?.body,
    );
    expect(login.get("password")).toBe(odd);
  });

  it("gives the session a new id, so that a copy of the cookie is logged out too", async () => {
    const browser = await browserOf();
    const thief = browser.copy();
    await post(browser, { ...TYPED, confirmPassword: "other" });
    expect((await thief.get(PAGE)).status).toBe(200);
    expect((await post(browser)).status).toBe(303);
    expect((await thief.get(PAGE)).location).toBe("/login");
    expect((await browser.get("/users")).text).toContain(CHANGED);
    // Its forms bear the token of the new one.
    expect((await post(browser)).status).toBe(303);
  });

  it("leads a physician to their own profile", async () => {
    const { location } = await post(await browserOf("physician"));
    expect(location).toBe(`/physician-profile/${NPI}`);
  });

  it.each([
    [
      {},
      [
        "Current password is required",
        "Password is required",
        "Confirm password is required",
      ],
    ],
    [
      { currentPassword: "x", password: "Canar", confirmPassword: "Cana" },
      [
        "Password should be of minimum 6 characters length",
        "Password should be of minimum 6 characters length",
      ],
    ],
    [
      { ...TYPED, confirmPassword: "Canary-new-2" },
      ["Passwords need to match"],
    ],
  ])("refuses %j, and asks the host nothing", async (typed, errors) => {
    const page = await post(await browserOf(), typed);
    expect(page.status).toBe(400);
    expect(summaryOf(page)).toEqual(errors);
    expect(documentOf(page.text).title).toBe(
      "Error: Change Password – Sojourn",
    );
    expectNothingTyped(page);
    expect(host.callsTo(CALL)).toEqual([]);
  });

  it.each([
    [403, {}, "currentPassword", "The current password is wrong"],
    [403, { message: "Not that one." }, "currentPassword", "Not that one."],
    [400, { error: "Everybody knows it." }, "password", "Everybody knows it."],
    [400, {}, "password", UNEXPECTED],
  ])("shows a refusal with %i %j at %s", async (status, body, field, words) => {
    const browser = await browserOf();
    refuse(status, body);
    const page = await post(browser);
    expect(page.status).toBe(status);
    const document = documentOf(page.text);
    expect(textsOf(document, `#${field}-error`)).toEqual([words]);
    expect(
      document.querySelector("form [role=alert] a")?.getAttribute("href"),
    ).toBe(`#${field}`);
    expectNothingTyped(page);
  });

  it.each([
    [
      429,
      { message: "Try again in 8 seconds." },
      429,
      "Try again in 8 seconds.",
    ],
    [
      429,
      {},
      429,
      "Too many wrong passwords. Please wait before you try again.",
    ],
    [
      404,
      { message: "no such call" },
      404,
      "You cannot change your password here. Ask the person who gave you your account.",
    ],
    [500, {}, 503, UNEXPECTED],
    [409, { message: "Busy." }, 503, "Busy."],
  ])(
    "says above the form what a %i %j means",
    async (status, body, answered, words) => {
      const browser = await browserOf();
      refuse(status, body, status === 429 ? { "retry-after": "8" } : {});
      const page = await post(browser);
      expect(page.status).toBe(answered);
      expect(summaryOf(page)).toEqual([words]);
      expect(page.headers.get("retry-after")).toBe(status === 429 ? "8" : null);
      expectNothingTyped(page);
    },
  );

  it("is not changed by a form of another site, nor one without the session's token", async () => {
    const browser = await browserOf();
    const csrf = await browser.csrfToken(PAGE);
    const foreign = { headers: { origin: "https://elsewhere.example" } };
    const answers = [
      await browser.post(PAGE, { csrf, ...TYPED }, foreign),
      await browser.post(PAGE, TYPED),
      await browser.post(PAGE, { csrf: "x", ...TYPED }),
    ];
    expect(answers.map(({ status }) => status)).toEqual([403, 403, 403]);
    expect(host.callsTo(CALL)).toEqual([]);
  });

  it("is asked for again after login where the session ended before, with no password kept", async () => {
    const browser = await browserOf();
    refuse(401);
    const { location } = await post(browser);
    expect(location).toBe("/login");
    expect((await browser.logIn("account_manager")).location).toBe(PAGE);
    const page = await browser.get(PAGE);
    expect(
      textsOf(documentOf(page.text), "[aria-live=polite] li").join(),
    ).toContain(NOT_SENT);
    expectNothingTyped(page);
  });

  it("says that nothing was changed by a form that was open while another tab changed it", async () => {
    const browser = await browserOf();
    const csrf = await browser.csrfToken(PAGE);
    expect((await post(browser)).status).toBe(303);
    const late = await browser.post(PAGE, { csrf, ...TYPED });
    expect([late.status, late.location]).toEqual([303, PAGE]);
    expect(host.callsTo(CALL)).toHaveLength(1);
    const page = await browser.get(PAGE);
    expect(
      textsOf(documentOf(page.text), "[aria-live=polite] li").join(),
    ).toContain(NOT_SENT);
    expectNothingTyped(page);
  });
});
