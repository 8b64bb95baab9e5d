import { describe, expect, it } from "vitest";
import { onOwnPortal } from "../pages/support/on-portal";
import type { Portal } from "../pages/support/portal";
import { keyOn, setUpFactor } from "../pages/support/second-factor";
import { inStore } from "../pages/support/store-of-portal";
import { addressOf, builtRoutes } from "./support/built-routes";

let portal: Portal;
onOwnPortal((started) => (portal = started));

const STEPS = ["/login/code", "/login/set-up"];
const COOKIE = "sojourn-second-step";
/** What anybody may open. */
const OPEN = ["/login", "/healthcheck", "/readiness", ...STEPS];

describe("half a sign-in", () => {
  it("is nothing that a browser can make up", async () => {
    for (const forged of [
      "",
      "e30=",
      "bm90aGluZw==.bm90aGluZw",
      "x".repeat(3_000),
    ]) {
      const browser = portal.browser();
      browser.cookies.set(COOKIE, forged);
      for (const step of STEPS) {
        const asked = await browser.get(step);
        const posted = await browser.post(step, { code: "123456", setUp: "x" });
        expect([asked.location, posted.location]).toEqual(["/login", "/login"]);
        expect(browser.cookies.has("sojourn")).toBe(false);
      }
    }
  });

  it.each([
    ["code", "region", "/login/code"],
    ["key", "facility", "/login/set-up"],
  ])(
    "by a %s is over with the password that was proved, as the login page says until somebody logs in",
    async (what, username, step) => {
      if (what === "code") {
        await setUpFactor(await portal.browser().loggedIn(username));
      }
      const isNeeded = (required_from: string) =>
        inStore(portal, ({ db }) =>
          db
            .insertInto("second_factor_rules")
            .values({ access_level: "facility", required_from })
            .execute(),
        );
      if (what === "key") await isNeeded("2020-01-01");
      const browsers = [portal.browser(), portal.browser()] as const;
      for (const browser of browsers) {
        expect((await browser.logIn(username)).location).toBe(step);
      }
      const [browser, other] = browsers;
      const form = {
        code: "123456",
        setUp: keyOn(await browser.get(step)).setUp,
      };
      await inStore(portal, ({ db }) =>
        db
          .updateTable("users")
          .set({ password_hash: "another one" })
          .where("username", "=", username)
          .execute(),
      );
      const told = async () =>
        (await browser.get("/login")).text.includes(
          "Your login took too long. Please log in again.",
        );
      expect(await told()).toBe(false);
      const page = await browser.post(step, form);
      expect([page.status, page.location]).toEqual([302, "/login"]);
      // For as long as the browser is open, not only as long as the challenge was good.
      expect(page.headers.getSetCookie().join()).not.toMatch(/max-age/i);
      expect(await told()).toBe(true);
      expect((await browser.get(step)).location).toBe("/login");
      expect(await told()).toBe(true);
      await browser.loggedIn("company");
      expect(browser.cookies.has(COOKIE)).toBe(false);
      // A page with a key asks for it, and one with a code does not.
      const asked = await other.get(step);
      expect(asked.location).toBe(what === "key" ? "/login" : null);
    },
  );

  it("opens no page, be it sent as what it is or as a session", async () => {
    await setUpFactor(await portal.browser().loggedIn("division"));
    const browser = portal.browser();
    expect((await browser.logIn("division")).location).toBe(STEPS[0]);
    browser.cookies.set("sojourn", browser.cookies.get(COOKIE) ?? "");
    const shown: string[] = [];
    for (const route of builtRoutes().filter(({ hasLoader }) => hasLoader)) {
      const address = addressOf(route, { id: "1", level: "division" });
      const { status } = await browser.get(address);
      if (status === 200 && !OPEN.includes(address)) shown.push(address);
    }
    // A probe of the session says that there is none.
    expect(shown.filter((address) => address !== "/session")).toEqual([]);
    const fields = { code: "123456" };
    const foreign = { headers: { origin: "https://evil.example" } };
    const posted = await browser.post("/login/code", fields, foreign);
    expect(posted.status).toBe(403);
  });
});
