import { beforeAll, describe, expect, it } from "vitest";
import { groupWords } from "~/features/sign-in/rules/organisation-account/organisation-account-words";
import { ownPasswordWords } from "~/features/users/rules/own-password-rules";
import { userListWords } from "~/features/users/rules/list-words";
import { userFormWords } from "~/features/users/rules/form-words";
import type { Browser, Page } from "./support/browser";
import { all, documentOf, textsOf } from "./support/document";
import {
  codeFor,
  comeBack,
  dialogOf,
  onPortalWithLogin,
  type WithLogin,
} from "./support/organisation";

const LINK = "/oidc/link";
const NEW = "/oidc/new";

const hrefs = ({ text }: Page) =>
  all(documentOf(text), "a").map((link) => link.getAttribute("href"));
const paragraphs = ({ text }: Page) => textsOf(documentOf(text), "p");

describe("groups of the organisation at the login", () => {
  let both: WithLogin;
  onPortalWithLogin((started) => (both = started));

  const manager = () => both.portal.browser().loggedIn("accounts");

  beforeAll(async () => {
    const browser = await manager();
    const typed = { name: "nurses", label: "", accessLevel: "facility" };
    const places = { division: "1", region: "11", facility: "101" };
    const madeFor = {
      placesOf: "facility",
      regionsOf: "1",
      facilitiesOf: "11",
    };
    const page = await browser.submit("/users/groups/add", {
      ...typed,
      ...places,
      ...madeFor,
    });
    if (page.location !== "/users/groups") throw new Error(page.text);
  });

  function known(account: string, claims: object) {
    const { mischief } = both.provider;
    mischief.account = account;
    mischief.userinfo = { preferred_username: account, ...claims };
  }

  const nurse = (account: string) => known(account, { groups: ["nurses"] });

  /** Goes the way of a new user, from the page for a code to the session. */
  async function joinIn(browser: Browser): Promise<Page> {
    const headers = { referer: browser.origin + LINK };
    const going = await browser.get(NEW, { headers });
    const { pathname, search } = await both.provider.walk(going.location ?? "");
    return browser.get(pathname + search);
  }

  async function joined(account: string) {
    nurse(account);
    const browser = both.portal.browser();
    await comeBack(browser, both);
    expect((await joinIn(browser)).location).toBe("/facility-profile/101");
    return browser;
  }

  it("lead on without a code, to the page that was asked for", async () => {
    nurse("anna");
    const browser = both.portal.browser();
    await browser.get("/reports?x=1");
    const { location } = await comeBack(browser, both);
    expect(location).toBe(LINK);
    const page = await browser.get(LINK);
    expect(paragraphs(page)).toContain(
      "Your organisation's login gives you access. If this is your first login here, continue without a code. If not, type the code from your account manager to keep your user.",
    );
    expect(paragraphs(page)).toContain(
      "Logged in here before, but have no code? Ask your account manager, who gave you your username.",
    );
    expect(hrefs(page)).toContain(NEW);
    expect((await joinIn(browser)).location).toBe("/reports?x=1");
    expect(browser.cookies.has("sojourn-organisation")).toBe(false);
    expect((await browser.get("/facility-profile/101")).status).toBe(200);
    expect((await browser.get("/facility-profile/102")).status).toBe(403);
  });

  it("are no way past a code for who has a user here already", async () => {
    nurse("facility@velmora");
    const browser = both.portal.browser();
    await comeBack(browser, both);
    const code = await codeFor(await manager(), "facility");
    expect((await browser.post(LINK, { code })).location).toBe(
      "/facility-profile/101",
    );
    const list = await (await manager()).get("/users?q=facility@velmora");
    expect(textsOf(documentOf(list.text), "tbody tr")).toEqual([]);
  });

  it("that let nobody in are told with the page for a code, and there is no other way", async () => {
    const browser = both.portal.browser();
    for (const [claims, problem] of [
      [{ groups: ["cooks"] }, groupWords["no group"]],
      [{}, groupWords["not said"]],
      [{ _claim_names: { groups: "src1" } }, groupWords["too many"]],
    ] as const) {
      known("cook", claims);
      await comeBack(browser, both);
      const page = await browser.get(LINK);
      expect(paragraphs(page)).toContain(problem);
      expect(hrefs(page)).not.toContain(NEW);
      const wrong = await browser.post(LINK, { code: "1" });
      expect([wrong.status, paragraphs(wrong).includes(problem)]).toEqual([
        400,
        true,
      ]);
      const refused = await joinIn(browser);
      expect(refused.status).toBe(403);
      expect(hrefs(refused)).toEqual(["/oidc", "/login"]);
      expect(refused.text).not.toContain("your password");
      expect(paragraphs(refused)).toContain(problem);
      expect(browser.cookies.has("sojourn")).toBe(false);
    }
  });

  it("take nobody the way of a new user from another site", async () => {
    nurse("eve");
    const browser = both.portal.browser();
    const headers = { referer: "https://evil.example/" };
    expect((await browser.get(NEW, { headers })).location).toBe("/login");
  });

  it("are told to account managers, who change neither rights nor a password", async () => {
    await joined("cleo");
    const browser = await manager();
    const dialog = await dialogOf(browser, "cleo");
    const list = documentOf((await browser.get("/users?q=cleo")).text);
    expect(
      all(list, "a").map((link) => link.getAttribute("aria-label")),
    ).toContain("By groups: Organisation account cleo");
    expect(paragraphs(await browser.get(dialog))).toEqual(
      expect.arrayContaining([
        "Groups at the organisation's login set access level and locations. There is no password.",
        "Unlinking logs the user out, and you set their access from then on. Give them a code: without one, their next login creates another user.",
      ]),
    );
    const sessions = dialog.replace("organisation-account", "sessions");
    const told = (await browser.get(sessions)).text;
    expect(told).toContain("organisation&#x27;s login may let them back in");
    expect(told).not.toContain("know their password");
    const deletion = dialog.replace("organisation-account", "delete");
    expect(paragraphs(await browser.get(deletion))).toContain(
      userListWords.comesBack,
    );
    const form = dialog.replace("organisation-account", "edit");
    const page = await browser.get(form);
    expect(paragraphs(page)).toContain(userFormWords.byGroups);
    expect(all(documentOf(page.text), "[type=password]")).toEqual([]);
    const fields = {
      csrf: await browser.csrfToken(form),
      ...{ username: "cleo", firstname: "Cleo", lastname: "Moss" },
      ...{ accessLevel: "facility", placesOf: "facility" },
      ...{ division: "1", regionsOf: "1", region: "11", facilitiesOf: "11" },
    };
    const changes: Record<string, string>[] = [
      { facility: "102" },
      { facility: "101", password: "a new one", confirmPassword: "a new one" },
    ];
    for (const change of changes) {
      const answer = await browser.post(form, { ...fields, ...change });
      expect(answer.status).toBe(400);
      expect(answer.text).toContain(
        "Groups there set access level and locations",
      );
    }
    const named = await browser.post(form, { ...fields, facility: "101" });
    expect(named.location?.split("?")[0]).toBe("/users");
  });

  it("have no password to change, and say so", async () => {
    const browser = await joined("dora");
    const page = await browser.get("/change-password");
    expect(all(documentOf(page.text), "input[type=password]")).toEqual([]);
    expect(page.text).toContain(ownPasswordWords.without);
    const typed = { currentPassword: "!", password: "a long new one" };
    const sent = await browser.submit(
      "/change-password",
      { ...typed, confirmPassword: "a long new one" },
      "/search",
    );
    expect(sent.status).toBe(403);
    const own = await browser.get("/sign-in-settings");
    expect(hrefs(own)).not.toContain("/sign-in-settings/second-factor");
    const factor = await browser.get("/sign-in-settings/second-factor");
    expect(factor.location).toBe("/sign-in-settings");
  });
});
