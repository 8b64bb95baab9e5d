import { describe, expect, it } from "vitest";
import type { Browser, Fields, Page } from "./support/browser";
import { PASSWORD } from "./support/census";
import { all, documentOf, textsOf } from "./support/document";
import { onOwnPortal } from "./support/on-portal";
import type { Portal } from "./support/portal";
import { withoutTable } from "./support/store-of-portal";

const PAGE = "/change-password";
const CHANGED =
  "Password changed successfully. You are logged out in all other browsers.";
const NOT_SENT =
  "Nothing was changed: your form could not be sent. Please try again.";

const TYPED = {
  currentPassword: PASSWORD,
  password: "Canary-new-1",
  confirmPassword: "Canary-new-1",
};

const post = (browser: Browser, typed: Fields = TYPED) =>
  browser.submit(PAGE, typed);

function summaryOf({ text }: Page): string[] {
  return textsOf(documentOf(text), "form [role=alert] li");
}

function expectNothingTyped({ text }: Page): void {
  expect(text).not.toContain("Canary");
  expect(text).not.toContain(PASSWORD);
  for (const field of all(documentOf(text), "input[type=password]")) {
    expect(field.getAttribute("value") ?? "").toBe("");
  }
}

describe("the page that changes the own password", () => {
  let portal: Portal;
  onOwnPortal((started) => (portal = started));

  const browserOf = (username: string) => portal.browser().loggedIn(username);

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
    const browser = await browserOf("accounts");
    const { status, location } = await post(browser);
    expect([status, location]).toEqual([303, "/users"]);
    const { text } = await browser.get("/users");
    expect(text).toContain(CHANGED);
    const again = portal.browser();
    expect((await again.logIn("accounts")).status).toBe(400);
    expect((await again.logIn("accounts", TYPED.password)).status).toBe(302);
    expect((await portal.log()).join("\n")).not.toContain("Canary");
  });

  it("takes passwords as they are typed, as the login does", async () => {
    const browser = await browserOf("region");
    const odd = " Änd so on ";
    const typed = { password: odd, confirmPassword: odd };
    expect((await post(browser, { ...TYPED, ...typed })).status).toBe(303);
    const again = portal.browser();
    expect((await again.logIn("region", odd.trim())).status).toBe(400);
    expect((await again.logIn("region", odd)).status).toBe(302);
    const back = { currentPassword: odd, password: `${odd}2 ` };
    const { password } = back;
    const answer = await post(again, { ...back, confirmPassword: password });
    expect(answer.status).toBe(303);
  });

  it("gives the session a new id, so that a copy of the cookie is logged out too", async () => {
    const browser = await browserOf("division");
    const thief = browser.copy();
    await post(browser, { ...TYPED, confirmPassword: "other" });
    expect((await thief.get(PAGE)).status).toBe(200);
    expect((await post(browser)).status).toBe(303);
    expect((await thief.get(PAGE)).location).toBe("/login");
    expect((await browser.get("/search")).status).toBe(200);
    // Its forms bear the token of the new one.
    const next = { password: "Canary-2", confirmPassword: "Canary-2" };
    const { password: currentPassword } = TYPED;
    const again = await post(browser, { currentPassword, ...next });
    expect(again.status).toBe(303);
  });

  it.each([
    [
      { currentPassword: "Canary-old-2" },
      403,
      "currentPassword",
      "The current password is wrong",
    ],
    [
      { password: PASSWORD, confirmPassword: PASSWORD },
      400,
      "password",
      "This is already your password",
    ],
  ])(
    "shows why it takes %j not, at the field",
    async (typed, status, field, words) => {
      const page = await post(await browserOf("facility"), {
        ...TYPED,
        ...typed,
      });
      expect(page.status).toBe(status);
      const document = documentOf(page.text);
      expect(textsOf(document, `#${field}-error`)).toEqual([words]);
      expect(
        document.querySelector("form [role=alert] a")?.getAttribute("href"),
      ).toBe(`#${field}`);
      expectNothingTyped(page);
    },
  );

  it("says above the form when to try again after too many wrong ones", async () => {
    const browser = await browserOf("isnp");
    for (let wrong = 0; wrong < 5; wrong += 1) {
      const typed = { ...TYPED, currentPassword: "wrong" };
      expect((await post(browser, typed)).status).toBe(403);
    }
    const page = await post(browser);
    expect(page.status).toBe(429);
    expect(summaryOf(page).join()).toMatch(/try again/i);
    expect(Number(page.headers.get("retry-after"))).toBeGreaterThan(0);
    expectNothingTyped(page);
  });

  it("says above the form that the server could not do it", async () => {
    const browser = await browserOf("facilities");
    const csrf = await browser.csrfToken(PAGE);
    const page = await withoutTable(portal, "audit_events", () =>
      browser.post(PAGE, { csrf, ...TYPED }),
    );
    expect(page.status).toBe(503);
    expect(summaryOf(page)).toEqual(["Something went wrong on the server."]);
    expectNothingTyped(page);
    expect((await portal.browser().logIn("facilities")).status).toBe(302);
  });

  it("says that nothing was changed by a form that was open while another tab changed it", async () => {
    const browser = await browserOf("company");
    const csrf = await browser.csrfToken(PAGE);
    expect((await post(browser)).status).toBe(303);
    const late = await browser.post(PAGE, { csrf, ...TYPED });
    expect([late.status, late.location]).toEqual([303, PAGE]);
    const page = await browser.get(PAGE);
    expect(
      textsOf(documentOf(page.text), "[aria-live=polite] li").join(),
    ).toContain(NOT_SENT);
    expectNothingTyped(page);
  });
});
