import type { Browser, Locator, Page } from "@playwright/test";
import { Browser as PageBrowser } from "../tests/pages/support/browser";
import { PASSWORD } from "../tests/pages/support/census";
import { setUpFactor } from "../tests/pages/support/second-factor";
import { expectNoViolations } from "./support/axe";
import { logInAt } from "./support/portal-of-host";
import { NAME, SAFE, startPortalWithLogin } from "./support/portal-with-login";
import { alarm, title } from "./support/screens";
import { expect, test } from "./support/test";

let portal: Awaited<ReturnType<typeof startPortalWithLogin>>;
test.beforeAll(async () => {
  portal = await startPortalWithLogin();
});
test.afterAll(() => portal.stop());

const button = (page: Page) =>
  page.getByRole("link", { name: `Log in with ${NAME}` });

/** The code that an account manager makes for a user, in a browser of their own. */
async function codeFor(browser: Browser, username: string): Promise<string> {
  const context = await browser.newContext();
  const page = await context.newPage();
  await logInAt(page, portal.origin, "accounts");
  await page.goto(`${portal.origin}/users?q=${username}`);
  await page
    .getByRole("link", { name: new RegExp(`^Not linked: .* ${username}$`) })
    .click();
  await expect(page.getByText("A code links it")).toBeVisible();
  await expectNoViolations(page);
  await page.getByRole("button", { name: "Make a code" }).click();
  await expect(page.getByText("Shown for ten")).toBeVisible();
  await expect(page).toHaveTitle(/^Organisation account/);
  await expectNoViolations(page);
  const code = await page.locator("code").innerText();
  await context.close();
  return code;
}

// What these forms do, the tests of the pages say: here they are looked at.
test(
  "a user claims their account by a code, and logs out there too",
  { tag: "@at-length" },
  async ({ page, browser }) => {
    portal.provider.mischief.account = "region@velmora";
    const code = await codeFor(browser, "region");
    await page.goto(`${portal.origin}/search?q=elm`);
    await expectNoViolations(page);
    await button(page).click();
    await expect(title(page)).toHaveText("Link your account");
    for (const typed of ["0123-4567-89ab-cdef", code]) {
      await expectNoViolations(page);
      await page.getByLabel("Code", { exact: true }).fill(typed);
      await page.getByRole("button", { name: "Link and log in" }).click();
      if (typed !== code) await expect(alarm(page)).toContainText("is wrong");
    }
    await expect(page).toHaveURL(/\/search\?q=elm/);
    await page.goto(`${portal.origin}/sign-in-settings`);
    await expectNoViolations(page);
    await page.getByRole("button", { name: "Log out" }).first().click();
    await expect(page).toHaveURL(
      new RegExp(`^${portal.provider.issuer}/session/end`),
    );
  },
);

test(
  "the screens of groups have no violation, and fit a phone",
  { tag: "@at-length" },
  async ({ page }) => {
    const list = `${portal.origin}/users/groups`;
    await logInAt(page, portal.origin, "accounts");
    await page.goto(list);
    await expectNoViolations(page);
    await page.goto(`${list}/add`);
    const form = page.getByRole("form", { name: "Add Group" });
    await form.getByLabel("Group", { exact: true }).fill("7c9e-nurses");
    await form.getByLabel("Access level").selectOption("account_manager");
    await expect(page.getByText(/^Whoever manages this group/)).toBeVisible();
    await expectNoViolations(page);
    await form.getByLabel("Access level").selectOption("region");
    await expect(page.getByText(/^Account manager: Whoever/)).toBeVisible();
    await form.getByLabel("North").check();
    await page.getByRole("button", { name: "Add group" }).click();
    await expect(alarm(page)).toContainText("Region is required");
    await expectNoViolations(page);
    await form.getByLabel("Hills").check();
    await page.getByRole("button", { name: "Add group" }).click();
    await expect(title(page)).toHaveText("Groups");
    await expectNoViolations(page);
    await page.setViewportSize({ width: 360, height: 740 });
    const wider = await page.evaluate(
      () => document.documentElement.scrollWidth - innerWidth,
    );
    expect(wider).toBeLessThanOrEqual(0);
    await page.getByRole("link", { name: /^Remove/ }).click();
    await expect(title(page)).toHaveText("Remove Group");
    await expectNoViolations(page);
  },
);

test(
  "the emergency login has no violation, from the organisation's that is away to the news of it",
  { tag: "@at-length" },
  async ({ browser }) => {
    const emergency = await startPortalWithLogin({ oidcOnly: true });
    // A page of its own: the 503 is what is looked for.
    const context = await browser.newContext();
    const page = await context.newPage();
    emergency.provider.mischief.isDown = true;
    await page.goto(`${emergency.origin}/login`);
    await expectNoViolations(page);
    await button(page).click();
    await expect(page.getByText("cannot be reached right now")).toBeVisible();
    await expectNoViolations(page);
    await page.getByRole("link", { name: "Emergency login" }).click();
    await expectNoViolations(page);
    await page.getByLabel("Username").fill(SAFE);
    await page.getByLabel("Password", { exact: true }).fill(PASSWORD);
    await page.getByRole("button", { name: "Login", exact: true }).click();
    await expect(
      page.getByText("You logged in with an emergency account."),
    ).toBeVisible();
    await expectNoViolations(page);
    await context.close();
    await emergency.stop();
  },
);

test(
  "the list of users lies in a window of 1024 px, with all that can be done about each",
  { tag: "@at-length" },
  async ({ page }) => {
    const owner = new PageBrowser(portal.origin);
    await setUpFactor(await owner.loggedIn("physician"));
    await page.setViewportSize({ width: 1024, height: 800 });
    await logInAt(page, portal.origin, "accounts");
    await page.goto(`${portal.origin}/users`);
    const table = page.getByRole("region", { name: "Users table" });
    await expect(
      table.getByRole("link", {
        name: "Reset second factor physician",
        exact: true,
      }),
    ).toBeVisible();
    const hidden = await table.evaluate(
      (region) => region.scrollWidth - region.clientWidth,
    );
    expect(hidden).toBe(0);

    await page.setViewportSize({ width: 360, height: 800 });
    const leftOf = async (one: Locator) => (await one.boundingBox())?.x;
    expect(await leftOf(page.getByRole("link", { name: "Add User" }))).toBe(
      await leftOf(title(page)),
    );
    // On a phone the line that sorts names nothing that does not sort.
    const heads = await table.getByRole("columnheader").all();
    const shown: string[] = [];
    for (const head of heads) {
      const width = (await head.boundingBox())?.width ?? 0;
      if (width > 1) shown.push((await head.textContent()) ?? "");
    }
    expect(shown).toEqual(
      await table.getByRole("columnheader").getByRole("link").allTextContents(),
    );
    await expectNoViolations(page);
  },
);
