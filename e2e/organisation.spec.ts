import type { Browser, Locator, Page } from "@playwright/test";
import { Browser as PageBrowser } from "../tests/pages/support/browser";
import { setUpFactor } from "../tests/pages/support/second-factor";
import { expectNoViolations } from "./support/axe";
import { logInAt } from "./support/portal-of-host";
import { NAME, startPortalWithLogin } from "./support/portal-with-login";
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

test("a user claims their account by a code, keeps the page asked for, and logs out there too", async ({
  page,
  browser,
}) => {
  const username = "region";
  portal.provider.mischief.account = `${username}@velmora`;
  const code = await codeFor(browser, username);
  await page.goto(`${portal.origin}/search?q=elm`);
  await expectNoViolations(page);
  await button(page).click();
  await expect(title(page)).toHaveText("Link your account");
  await expectNoViolations(page);
  await page.getByLabel("Code", { exact: true }).fill("0123-4567-89ab-cdef");
  await page.getByRole("button", { name: "Link and log in" }).click();
  await expect(alarm(page)).toContainText("This code is wrong");
  await expectNoViolations(page);
  await page.getByLabel("Code", { exact: true }).fill(code);
  await page.getByRole("button", { name: "Link and log in" }).click();
  await expect(page).toHaveURL(/\/search\?q=elm/);

  await page.goto(`${portal.origin}/sign-in-settings`);
  await expect(
    page.getByText("You logged in with your organisation account"),
  ).toBeVisible();
  await expectNoViolations(page);
  await page.getByRole("button", { name: "Log out" }).first().click();
  await expect(page).toHaveURL(
    new RegExp(`^${portal.provider.issuer}/session/end`),
  );
});

test("the list of users lies in a window of 1024 px, with all that can be done about each", async ({
  page,
}) => {
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
});
