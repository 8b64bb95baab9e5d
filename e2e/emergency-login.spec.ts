import type { Page } from "@playwright/test";
import { PASSWORD } from "../tests/pages/support/census";
import { expectNoViolations } from "./support/axe";
import { tabTo } from "./support/keys";
import { logInAt } from "./support/portal-of-host";
import { NAME, SAFE, startPortalWithLogin } from "./support/portal-with-login";
import { alarm, title } from "./support/screens";
import { expect, test } from "./support/test";

let portal: Awaited<ReturnType<typeof startPortalWithLogin>>;
test.beforeAll(async () => {
  portal = await startPortalWithLogin({ oidcOnly: true });
});
test.afterAll(() => portal.stop());

const told = (page: Page) =>
  page.getByText("You logged in with an emergency account.");

async function logInAs(page: Page, username: string): Promise<void> {
  await page.getByLabel("Username").fill(username);
  await page.getByLabel("Password", { exact: true }).fill(PASSWORD);
  await page.getByRole("button", { name: "Login", exact: true }).click();
}

// It is the first: what a portal has found out of its organisation's login it keeps for an hour.
test(
  "where the organisation's login is away, an emergency account gets in",
  { tag: "@at-length" },
  async ({ browser }) => {
    // A page of its own: the 503 is what is looked for.
    const context = await browser.newContext();
    const page = await context.newPage();
    const { mischief } = portal.provider;
    mischief.isDown = true;
    await page.goto(`${portal.origin}/login`);
    await expectNoViolations(page);
    await page.getByRole("link", { name: `Log in with ${NAME}` }).click();
    await expect(page.getByText("cannot be reached right now")).toBeVisible();
    await expectNoViolations(page);
    mischief.isDown = false;
    await page.getByRole("link", { name: "Emergency login" }).click();
    await expect(title(page)).toHaveText("Emergency login");
    await expectNoViolations(page);
    await logInAs(page, SAFE);
    await expect(told(page)).toBeVisible();
    await expectNoViolations(page);
    await context.close();
  },
);

test(
  "a password of somebody else is refused, and the page asked for is kept, by the keyboard alone",
  { tag: "@at-length" },
  async ({ page }) => {
    await page.goto(`${portal.origin}/change-password`);
    await expect(title(page)).toHaveText("Welcome");
    await expect(page.getByLabel("Username")).toHaveCount(0);
    await tabTo(page, { tag: "A", href: /emergency$/ });
    await page.keyboard.press("Enter");
    await expect(title(page)).toHaveText("Emergency login");
    await logInAs(page, "region");
    await expect(alarm(page)).toContainText(
      "The username or password is not correct.",
    );
    await expect(title(page)).toHaveText("Emergency login");
    await expectNoViolations(page);
    await page.getByLabel("Username").fill(SAFE);
    await page.getByLabel("Password", { exact: true }).fill(PASSWORD);
    await page.keyboard.press("Enter");
    await expect(page).toHaveURL(/\/change-password$/);
    await expect(told(page)).toBeVisible();
  },
);

test(
  "an account manager makes a user an emergency account, sees its use, and ends it",
  { tag: "@at-length" },
  async ({ page }) => {
    const username = "region";
    await logInAt(page, portal.origin, SAFE);
    await page.goto(`${portal.origin}/users?q=${username}`);
    await expect(
      page.getByText("Emergency logins of the last 30 days:"),
    ).toBeVisible();
    const dialogLink = page.getByRole("link", {
      name: new RegExp(`^Not linked: .* ${username}$`),
    });
    await dialogLink.click();
    await expect(
      page.getByText("This user is not an emergency account."),
    ).toBeVisible();
    await expectNoViolations(page);
    await page
      .getByRole("button", { name: "Make it an emergency account" })
      .click();
    await expect(
      page.getByText("This user is an emergency account now."),
    ).toBeVisible();
    await expect(
      page.getByText("Emergency account", { exact: true }),
    ).toHaveCount(1);
    await expectNoViolations(page);
    await dialogLink.click();
    await page
      .getByRole("button", { name: "End the emergency account" })
      .click();
    await expect(
      page.getByText("This user is no longer an emergency account."),
    ).toBeVisible();
    await page
      .getByRole("link", { name: "Show them in the audit trail" })
      .click();
    await expect(title(page)).toHaveText("Audit Trail");
    await expect(
      page
        .getByRole("cell", { name: "Logged in with an emergency account" })
        .first(),
    ).toBeVisible();
  },
);
