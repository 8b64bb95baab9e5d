import type { Page } from "@playwright/test";
import { PASSWORD } from "../tests/pages/support/census";
import { expectNoViolations } from "./support/axe";
import { NAME, SAFE, startPortalWithLogin } from "./support/portal-with-login";
import { title } from "./support/screens";
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
