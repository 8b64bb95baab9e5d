import type { Page } from "@playwright/test";
import { expectNoViolations } from "./support/axe";
import { tabTo } from "./support/keys";
import { logInAt } from "./support/portal-of-host";
import { NAME, startPortalWithLogin } from "./support/portal-with-login";
import { alarm, title } from "./support/screens";
import { expect, test } from "./support/test";

let portal: Awaited<ReturnType<typeof startPortalWithLogin>>;
test.beforeAll(async () => {
  portal = await startPortalWithLogin();
});
test.afterAll(() => portal.stop());

const rowOf = (page: Page, name: string) =>
  page.getByRole("row").filter({ hasText: name });

/** The list of groups, as its account manager has it. */
async function openList(page: Page): Promise<void> {
  await logInAt(page, portal.origin, "accounts");
  await page.goto(`${portal.origin}/users`);
  await page.getByRole("link", { name: "Groups", exact: true }).click();
  await expect(title(page)).toHaveText("Groups");
}

test(
  "a group is added, changed, warned of and removed",
  { tag: "@at-length" },
  async ({ page }) => {
    const name = "7c9e-nurses";
    await openList(page);
    await expectNoViolations(page);
    await page.getByRole("link", { name: "Add group" }).click();
    await expect(title(page)).toHaveText("Add Group");
    const form = page.getByRole("form", { name: "Add Group" });
    await form.getByLabel("Group", { exact: true }).fill(name);
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
    await expect(rowOf(page, name)).toContainText("Hills");
    await expectNoViolations(page);
    await page.setViewportSize({ width: 360, height: 740 });
    const wider = await page.evaluate(
      () => document.documentElement.scrollWidth - innerWidth,
    );
    expect(wider).toBeLessThanOrEqual(0);

    await page.getByRole("link", { name: `Edit ${name}` }).click();
    await expect(title(page)).toHaveText("Edit Group");
    await page.getByLabel("Label").fill("People of the hills");
    await page.getByRole("button", { name: "Save changes" }).click();
    await expect(rowOf(page, name)).toContainText("People of the hills");

    await page
      .getByRole("link", { name: "Remove People of the hills" })
      .click();
    await expect(title(page)).toHaveText("Remove Group");
    await expectNoViolations(page);
    await page.getByRole("button", { name: "Remove group" }).click();
    await expect(page.getByText("Group removed")).toBeVisible();
    await expect(rowOf(page, name)).toHaveCount(0);
  },
);

test(
  "who is in a group goes on without a code, and is out without it",
  { tag: "@at-length" },
  async ({ page, browser }) => {
    const group = "north";
    const { mischief } = portal.provider;
    mischief.account = `anna-${group}`;
    const known = (...groups: string[]) => {
      const preferred_username = `anna.${group}`;
      mischief.userinfo = { preferred_username, groups };
    };
    known(group);

    const manager = await (await browser.newContext()).newPage();
    await openList(manager);
    await manager.getByRole("link", { name: "Add group" }).click();
    await manager.getByLabel("Group", { exact: true }).fill(group);
    await manager.getByLabel("Access level").selectOption("company");
    await manager.getByRole("button", { name: "Add group" }).click();
    await expect(rowOf(manager, group)).toContainText("Company");

    await page.goto(`${portal.origin}/search?q=elm`);
    await page.getByRole("link", { name: `Log in with ${NAME}` }).click();
    await expect(title(page)).toHaveText("Link your account");
    await expectNoViolations(page);
    await tabTo(page, { tag: "A", href: /^\/oidc\/new$/ });
    await page.keyboard.press("Enter");
    await expect(page).toHaveURL(/\/search\?q=elm/);

    await page.goto(`${portal.origin}/sign-in-settings`);
    await expect(page.getByText("You have no password here.")).toBeVisible();
    await expectNoViolations(page);

    await manager.goto(`${portal.origin}/users?q=anna.${group}`);
    await manager.getByRole("link", { name: /^By groups: / }).click();
    await expect(manager.getByText("There is no password.")).toBeVisible();
    await expectNoViolations(manager);
    await manager.context().close();

    known("cooks");
    const context = await browser.newContext();
    const elsewhere = await context.newPage();
    await elsewhere.goto(`${portal.origin}/login`);
    await elsewhere.getByRole("link", { name: `Log in with ${NAME}` }).click();
    await expect(title(elsewhere)).toHaveText("You are not logged in");
    await expect(
      elsewhere.getByText("None of your groups gives access here"),
    ).toBeVisible();
    await expectNoViolations(elsewhere);
    await context.close();
    await page.goto(`${portal.origin}/search?q=elm`);
    await expect(title(page)).toHaveText("Welcome");
    mischief.userinfo = {};
  },
);
