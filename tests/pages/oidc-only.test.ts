import { beforeAll, describe, expect, it } from "vitest";
import type { Browser, Page } from "./support/browser";
import { PASSWORD } from "./support/census";
import { all, documentOf, textsOf } from "./support/document";
import {
  comeBack,
  dialogOf,
  NAME,
  onPortalWithLogin,
  type WithLogin,
} from "./support/organisation";
import { auditedFor } from "./support/store-of-portal";
import { linkInDatabase, setEmergency } from "./support/users-in-database";

const EMERGENCY = "/login?emergency";

const headings = ({ text }: Page) => textsOf(documentOf(text), "h1");
const hrefs = ({ text }: Page) =>
  all(documentOf(text), "main a").map((link) => link.getAttribute("href"));
const fields = ({ text }: Page) =>
  all(documentOf(text), "main input").map((input) =>
    input.getAttribute("name"),
  );
const alarms = ({ text }: Page) => textsOf(documentOf(text), "[role=alert]");

describe("a portal with OIDC_ONLY=1", () => {
  let both: WithLogin;
  onPortalWithLogin((started) => (both = started), { OIDC_ONLY: "1" });
  beforeAll(async () => {
    await setEmergency(both.portal, "accounts", true);
    const issuer = new URL(both.provider.issuer).href;
    for (const username of ["company", "facility", "accounts"]) {
      const account = { issuer, subject: `${username}@velmora` };
      await linkInDatabase(both.portal, username, account);
    }
  });

  const open = () => both.portal.browser();
  const manager = () => open().loggedIn("accounts");

  async function byOrganisation(username: string): Promise<Browser> {
    const browser = open();
    both.provider.mischief.account = `${username}@velmora`;
    expect((await comeBack(browser, both)).location).not.toBe("/oidc/link");
    expect(browser.cookies.has("sojourn")).toBe(true);
    return browser;
  }

  describe("on its login page", () => {
    it("has the organisation's login, and no form for a password", async () => {
      const page = await open().get("/login");
      expect(headings(page)).toEqual(["Welcome"]);
      expect(fields(page)).toEqual([]);
      expect(hrefs(page)).toEqual(["/oidc", EMERGENCY]);
      const links = textsOf(documentOf(page.text), "main a");
      expect(links).toEqual([`Log in with ${NAME}`, "Emergency login"]);
    });

    it("has the form where it is asked for, and a way back", async () => {
      const page = await open().get(EMERGENCY);
      expect(page.status).toBe(200);
      expect(headings(page)).toEqual(["Emergency login"]);
      expect(textsOf(documentOf(page.text), "title").join()).toMatch(
        /^Emergency login/,
      );
      expect(page.text).toContain("Only emergency accounts log in here.");
      expect(fields(page)).toEqual(["username", "password"]);
      expect(hrefs(page)).toContain("/oidc");
      const [form] = all(documentOf(page.text), "main form");
      expect(form?.getAttribute("action")).toBe(EMERGENCY);
    });

    it("shows the form again, wherever one was sent from", async () => {
      for (const path of [EMERGENCY, "/login"]) {
        const page = await open().post(path, {});
        expect(page.status).toBe(400);
        expect(fields(page)).toEqual(["username", "password"]);
        expect(alarms(page).join()).toContain("Enter your username");
      }
      const other = await open().logIn("region");
      expect(other.status).toBe(400);
      expect(fields(other)).toEqual(["username", "password"]);
    });

    it("lets an emergency account in, to the page that was asked for", async () => {
      const browser = open();
      const asked = await browser.get("/change-password?x=1");
      expect(asked.location).toBe("/login");
      await browser.get("/login");
      await browser.get(EMERGENCY);
      const page = await browser.post(EMERGENCY, {
        username: "accounts",
        password: PASSWORD,
      });
      expect([page.status, page.location]).toEqual([
        302,
        "/change-password?x=1",
      ]);
      const next = await browser.get("/change-password");
      expect(next.text).toContain("You logged in with an emergency account.");
      expect(fields(next)).toContain("currentPassword");
      expect((await browser.get(EMERGENCY)).location).toBe("/users");
      expect((await auditedFor(both.portal, "accounts")).slice(-2)).toEqual([
        ["sign_in", { how: "password" }],
        ["emergency_entry", { how: "password" }],
      ]);
    });
  });

  it("offers the emergency login where the organisation's is away", async () => {
    const { mischief } = both.provider;
    mischief.isDenied = true;
    const page = await comeBack(open(), both);
    mischief.isDenied = false;
    expect(page.status).toBe(403);
    expect(hrefs(page)).toEqual(["/oidc", EMERGENCY]);
    expect(textsOf(documentOf(page.text), "main a")).toEqual([
      "Start again",
      "Emergency login",
    ]);
    both.provider.mischief.account = "nobody@velmora";
    const browser = open();
    expect((await comeBack(browser, both)).location).toBe("/oidc/link");
    const form = await browser.get("/oidc/link");
    expect(form.text).toContain("Back to the login page");
    expect(form.text).not.toContain("your password");
  });

  it("tells who logs in by the organisation nothing of a password that they cannot use", async () => {
    const browser = await byOrganisation("company");
    const page = await browser.get("/change-password");
    expect(page.status).toBe(200);
    expect(page.text).toContain(
      "Passwords here are only for emergency accounts",
    );
    expect(fields(page)).not.toContain("currentPassword");
    const own = await browser.get("/sign-in-settings");
    expect(own.text).toContain(
      "Passwords here are only for emergency accounts",
    );
    for (const href of [
      "/change-password",
      "/sign-in-settings/second-factor",
    ]) {
      expect(own.text).not.toContain(`href="${href}"`);
    }
    const safe = await (await manager()).get("/sign-in-settings");
    expect(safe.text).toContain('href="/change-password"');
    expect(safe.text).toContain('href="/sign-in-settings/second-factor"');
  });

  it("tells account managers of each use, on their next page and with the users", async () => {
    await manager();
    const browser = await byOrganisation("accounts");
    const { text } = await browser.get("/users");
    expect(text).toMatch(
      /Emergency logins since your last login: accounts on \d\d\/\d\d\/\d{4}, /,
    );
    const again = await browser.get("/users");
    expect(again.text).not.toContain("since your last login");
    const document = documentOf(again.text);
    expect(textsOf(document, "main li").join()).toMatch(
      /Emergency logins of the last 30 days: accounts .*on \d\d\/\d\d\/\d{4}, .* ET/,
    );
    const link = all(document, "main a").find(
      ({ textContent }) => textContent === "Show them in the audit trail",
    );
    const trail = await browser.get(link?.getAttribute("href") ?? "");
    expect(trail.status).toBe(200);
    const rows = textsOf(documentOf(trail.text), "tbody tr");
    expect(rows.length).toBeGreaterThan(0);
    for (const row of rows) {
      expect(row).toContain("Logged in with an emergency account");
    }
  });

  describe("in the dialog about a user", () => {
    const task = (browser: Browser, dialog: string, name: string) =>
      browser.submit(dialog, { task: name }, "/change-password");

    it("makes them an emergency account, and ends it", async () => {
      const browser = await manager();
      const dialog = await dialogOf(browser, "region");
      const page = await browser.get(dialog);
      expect(page.text).toContain("This user is not an emergency account.");
      expect(page.text).toContain("This user has no organisation account yet.");
      const done = await task(browser, dialog, "mark");
      expect([done.status, done.location]).toEqual([303, "/users"]);
      const list = await browser.get("/users?q=region");
      expect(list.text).toContain("This user is an emergency account now.");
      expect(textsOf(documentOf(list.text), "tbody tr").join()).toContain(
        "Emergency account",
      );
      const own = await open().loggedIn("region");
      expect((await browser.get(dialog)).text).toContain(
        "This user is an emergency account.",
      );
      const ended = await task(browser, dialog, "unmark");
      expect([ended.status, ended.location]).toEqual([303, "/users"]);
      expect((await browser.get("/users")).text).toContain(
        "This user is no longer an emergency account.",
      );
      expect((await own.get("/search")).location).toBe("/login");
      expect((await open().logIn("region")).status).toBe(400);
      await task(browser, dialog, "unmark");
      expect((await browser.get("/users")).text).toContain(
        "This user was not an emergency account.",
      );
    });

    it("is about others, who are there", async () => {
      const browser = await manager();
      const dialog = await dialogOf(browser, "region");
      const list = await browser.get("/users?q=accounts");
      const [edit] = all(documentOf(list.text), "a[id^=edit-user-]");
      const id = edit?.id.replace("edit-user-", "") ?? "";
      const own = `/users/${id}/organisation-account`;
      expect((await task(browser, own, "unmark")).status).toBe(302);
      const nobody = "/users/999/organisation-account";
      expect((await browser.get(nobody)).status).toBe(404);
      expect((await task(browser, nobody, "mark")).location).toBe("/users");
      expect((await task(browser, dialog, "other")).status).toBe(400);
    });
  });

  it("says with the users that there is no emergency account", async () => {
    const browser = await byOrganisation("accounts");
    const words = "No account manager is an emergency account.";
    expect((await browser.get("/users")).text).not.toContain(words);
    await setEmergency(both.portal, "accounts", false);
    try {
      expect((await browser.get("/users")).text).toContain(words);
      expect((await open().logIn("accounts")).status).toBe(400);
    } finally {
      await setEmergency(both.portal, "accounts", true);
    }
  });
});

describe("a portal with a login of the organisation, and passwords for everybody", () => {
  let both: WithLogin;
  onPortalWithLogin((started) => (both = started));

  it("has one login page, and writes nothing of emergency accounts", async () => {
    const page = await both.portal.browser().get(EMERGENCY);
    expect(headings(page)).toEqual(["Welcome"]);
    expect(fields(page)).toEqual(["username", "password"]);
    await setEmergency(both.portal, "accounts", true);
    const browser = await both.portal.browser().loggedIn("accounts");
    const { text } = await browser.get("/users");
    expect(text).not.toContain("You logged in with an emergency account.");
    expect(text).not.toContain("Emergency logins");
    expect(text).toContain("Emergency account");
  });
});
