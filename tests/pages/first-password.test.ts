import { describe, expect, it } from "vitest";
import { all, documentOf, textsOf } from "./support/document";
import { onOwnPortal } from "./support/on-portal";
import type { Portal } from "./support/portal";

const PAGE = "/change-password";
const FIRST = "first-password-1";
const OWN = "their-own-2";

describe("a first password", () => {
  let portal: Portal;
  onOwnPortal((started) => (portal = started));

  it("leads to the change of it, and nowhere else until it is changed", async () => {
    const manager = await portal.browser().loggedIn("accounts");
    const form = await manager.get("/users/add");
    expect(form.text).toContain(
      "The user changes this password at the first login, within 7 days.",
    );
    const created = await manager.submit("/users/add", {
      username: "nia",
      firstname: "Nia",
      lastname: "New",
      accessLevel: "physician",
      placesOf: "physician",
      physician: "1000000002",
      password: FIRST,
      confirmPassword: FIRST,
    });
    expect(created.status).toBe(303);

    const browser = portal.browser();
    await browser.get("/search");
    const login = await browser.logIn("nia", FIRST);
    expect([login.status, login.location]).toEqual([302, "/search"]);
    for (const path of [
      "/",
      "/search",
      "/physician-profile/1000000002",
      "/reports/after-hours-patient-report",
      "/metric-data/physician/1000000002?measure=rth",
      "/sign-in-settings",
      "/residents/2",
    ]) {
      const { location } = await browser.get(path);
      expect([path, location]).toEqual([path, PAGE]);
    }
    const data = await browser.get("/search?_data=routes%2Fsearch");
    expect(data.headers.get("x-remix-redirect")).toBe(PAGE);
    const version = await browser.get(
      "/data-version?level=physician&id=1000000002",
    );
    expect(version.status).toBe(204);
    const page = await browser.get(PAGE);
    expect(page.status).toBe(200);
    const document = documentOf(page.text);
    expect(textsOf(document, "main p")).toContain(
      "Somebody else gave you this password. Choose your own to open the portal.",
    );
    // There is no way past it but logging out.
    expect(all(document, "main a")).toEqual([]);
    expect(all(document, "nav a")).toEqual([]);
    const step = await browser.submit(
      "/sign-in-settings",
      { session: "x" },
      PAGE,
    );
    expect(step.location).toBe(PAGE);
    const change = (password: string) => {
      const typed = { currentPassword: FIRST, confirmPassword: password };
      return browser.submit(PAGE, { ...typed, password });
    };
    const same = await change(FIRST);
    expect(same.status).toBe(400);
    const changed = await change(OWN);
    expect([changed.status, changed.location]).toEqual([
      303,
      "/physician-profile/1000000002",
    ]);
    expect((await browser.get("/physician-profile/1000000002")).status).toBe(
      200,
    );
    const again = portal.browser();
    expect((await again.logIn("nia", OWN)).location).toBe(
      "/physician-profile/1000000002",
    );
  });
});
