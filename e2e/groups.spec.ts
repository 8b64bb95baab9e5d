import { spawnSync } from "node:child_process";
import type { Page } from "@playwright/test";
import { PASSWORD } from "../tests/pages/support/census";
import { expectNoViolations } from "./support/axe";
import { tabTo } from "./support/keys";
import { logInAt } from "./support/portal-of-host";
import { NAME, startPortalWithLogin } from "./support/portal-with-login";
import { alarm, title } from "./support/screens";
import { expect, test } from "./support/test";
import {
  ENTER,
  fill,
  follow,
  NEXT,
  walkInW3mMeanwhile,
} from "./support/text-browser";

const UPDATE = /^Show the (choices|regions|facilities)$/;

let portal: Awaited<ReturnType<typeof startPortalWithLogin>>;
test.beforeAll(async () => {
  portal = await startPortalWithLogin();
});
test.afterAll(() => portal.stop());

const hasScripts = () => {
  const { scripts } = test.info().project.use as { scripts?: boolean };
  return scripts !== false;
};

/** axe is a script of the page, so the same page is looked at with scripts alone. */
async function expectAccessible(page: Page): Promise<void> {
  if (hasScripts()) await expectNoViolations(page);
}

/** Without scripts the form shows what belongs to a choice once it is asked for it. */
async function showChoices(page: Page): Promise<void> {
  if (!hasScripts()) await page.getByRole("button", { name: UPDATE }).click();
}

const rowOf = (page: Page, name: string) =>
  page.getByRole("row").filter({ hasText: name });

/** The list of groups, as its account manager has it. */
async function openList(page: Page): Promise<void> {
  await logInAt(page, portal.origin, "accounts");
  await page.goto(`${portal.origin}/users`);
  await page.getByRole("link", { name: "Groups", exact: true }).click();
  await expect(title(page)).toHaveText("Groups");
}

test("a group is added, changed, warned of and removed", async ({ page }) => {
  const name = hasScripts() ? "7c9e-nurses" : "7c9e-carers";
  await openList(page);
  await expectAccessible(page);
  await page.getByRole("link", { name: "Add group" }).click();
  await expect(title(page)).toHaveText("Add Group");
  const form = page.getByRole("form", { name: "Add Group" });
  await form.getByLabel("Group", { exact: true }).fill(name);
  await form.getByLabel("Access level").selectOption("account_manager");
  await showChoices(page);
  await expect(page.getByText(/^People who manage this group/)).toBeVisible();
  await expectAccessible(page);
  await form.getByLabel("Access level").selectOption("region");
  await showChoices(page);
  await expect(page.getByText(/^Account manager: People/)).toBeVisible();
  await form.getByLabel("North").check();
  await showChoices(page);
  await page.getByRole("button", { name: "Add group" }).click();
  await expect(alarm(page)).toContainText("Region is required");
  await expectAccessible(page);
  await form.getByLabel("Hills").check();
  await page.getByRole("button", { name: "Add group" }).click();
  await expect(title(page)).toHaveText("Groups");
  await expect(rowOf(page, name)).toContainText("Hills");
  await expectAccessible(page);

  await page.getByRole("link", { name: `Edit ${name}` }).click();
  await expect(title(page)).toHaveText("Edit Group");
  await page.getByLabel("Label").fill("People of the hills");
  await page.getByRole("button", { name: "Save changes" }).click();
  await expect(rowOf(page, name)).toContainText("People of the hills");

  await page.getByRole("link", { name: "Remove People of the hills" }).click();
  await expect(title(page)).toHaveText("Remove Group");
  await expectAccessible(page);
  await page.getByRole("button", { name: "Remove group" }).click();
  await expect(page.getByText("Group removed")).toBeVisible();
  await expect(rowOf(page, name)).toHaveCount(0);
});

test("a group is added by the keyboard alone, at the width of a phone", async ({
  page,
}) => {
  const name = hasScripts() ? "0aab-directors" : "0aab-managers";
  await page.setViewportSize({ width: 360, height: 740 });
  await openList(page);
  await page.waitForLoadState("networkidle");
  await tabTo(page, { tag: "A", name: /^Add group$/ });
  await page.keyboard.press("Enter");
  await expect(title(page)).toHaveText("Add Group");
  await page.waitForLoadState("networkidle");
  await tabTo(page, { tag: "INPUT", name: /^name$/ });
  await page.keyboard.type(name);
  await tabTo(page, { tag: "SELECT" });
  await page.keyboard.type("Company");
  await tabTo(page, { tag: "BUTTON", name: /^Add group$/ });
  await page.keyboard.press("Enter");
  await expect(rowOf(page, name)).toContainText("All locations");
  const wider = await page.evaluate(
    () => document.documentElement.scrollWidth - innerWidth,
  );
  expect(wider).toBeLessThanOrEqual(0);
});

test("a text browser changes a group, and removes it", async ({ page }) => {
  test.skip(
    spawnSync("w3m", ["-version"]).status !== 0,
    "w3m is not installed (Debian: apt-get install w3m)",
  );
  test.skip(hasScripts(), "once is enough");
  await openList(page);
  await page.getByRole("link", { name: "Add group" }).click();
  await page.getByLabel("Group", { exact: true }).fill("zz-by-text");
  await page.getByLabel("Access level").selectOption("company");
  await page.getByRole("button", { name: "Add group" }).click();
  await expect(rowOf(page, "zz-by-text")).toBeVisible();
  const login = `${portal.origin}/login`;
  const [list, form, changed, question, removed] = await walkInW3mMeanwhile(
    login,
    [
      `${NEXT}${fill("accounts")}${NEXT}${fill(PASSWORD)}${NEXT}${ENTER}${follow("Groups")}`,
      `/zz-by-text${ENTER}${follow("Edit")}`,
      `/What you call${ENTER}${NEXT}${fill("By text")}${follow("Save changes")}`,
      `/zz-by-text${ENTER}${follow("Remove")}`,
      `/Cancel${ENTER}${NEXT}${ENTER}`,
    ],
  );
  expect(list).toMatch(/zz-by-text +Company +All locations +No +Edit/);
  expect(form).toMatch(/^Edit Group$/m);
  expect(changed).toMatch(/By text/);
  expect(question).toContain("This removes the group from the table.");
  expect(removed).toContain("Group removed");
  expect(removed).not.toContain("zz-by-text");
});

test("who is in a group goes on without a code, and is out without it", async ({
  page,
  browser,
}) => {
  const group = hasScripts() ? "north" : "south";
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
  await expectAccessible(page);
  await tabTo(page, { tag: "A", href: /^\/oidc\/new$/ });
  await page.keyboard.press("Enter");
  await expect(page).toHaveURL(/\/search\?q=elm/);

  await page.goto(`${portal.origin}/sign-in-settings`);
  await expect(page.getByText("You have no password here.")).toBeVisible();
  await expectAccessible(page);

  await manager.goto(`${portal.origin}/users?q=anna.${group}`);
  await manager.getByRole("link", { name: /^By groups: / }).click();
  await expect(manager.getByText("There is no password.")).toBeVisible();
  await expectAccessible(manager);
  await manager.context().close();

  known("cooks");
  const context = await browser.newContext();
  const elsewhere = await context.newPage();
  await elsewhere.goto(`${portal.origin}/login`);
  await elsewhere.getByRole("link", { name: `Log in with ${NAME}` }).click();
  await expect(title(elsewhere)).toHaveText("You are not logged in");
  await expect(
    elsewhere.getByText("None of your groups at your organisation's login"),
  ).toBeVisible();
  await expectAccessible(elsewhere);
  await context.close();
  await page.goto(`${portal.origin}/search?q=elm`);
  await expect(title(page)).toHaveText("Welcome");
  mischief.userinfo = {};
});
