import type { Page } from "@playwright/test";
import { expectNoViolations } from "./support/axe";
import { logInAt } from "./support/portal-of-host";
import { startPortalWithLogin } from "./support/portal-with-login";
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
