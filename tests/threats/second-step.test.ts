import { describe, expect, it } from "vitest";
import { onOwnPortal } from "../pages/support/on-portal";
import type { Portal } from "../pages/support/portal";
import { setUpFactor } from "../pages/support/second-factor";
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
