import type { Locator, Page } from "@playwright/test";
import { choosePassword, signInToSearch } from "./support/own-user";
import { list, submitLogin, title } from "./support/screens";
import { expect, test } from "./support/test";

const PASSWORD = "First-Secret-1";
/** Without scripts; its words say what comes next. */
const UPDATE = /^Show the (choices|regions|facilities)$/;

function form(page: Page, name = "Add User"): Locator {
  return page.getByRole("form", { name });
}

function boxes(page: Page, kind: string, name?: string): Locator {
  return form(page, name).getByRole("group", { name: new RegExp(`^${kind}`) });
}

/** The form is there, and where scripts run they have made a dialog of it. */
async function ready(page: Page, scripts: boolean, name?: string) {
  await expect(form(page, name)).toBeVisible();
  if (!scripts) return;
  await expect(
    page.getByRole("button", { name: UPDATE, includeHidden: true }),
  ).toHaveCount(0);
}

/** Shows what belongs to what is chosen, as scripts do by themselves. */
async function update(page: Page, scripts: boolean): Promise<void> {
  if (!scripts) await page.getByRole("button", { name: UPDATE }).click();
}

async function fillPerson(page: Page, username: string): Promise<void> {
  await form(page).getByLabel("Username").fill(username);
  await form(page).getByLabel("First name").fill("Cleo");
  await form(page).getByLabel("Last name").fill("Ray");
}

async function fillPasswords(page: Page, password: string): Promise<void> {
  for (const label of ["Password", "Confirm password"]) {
    await page.getByLabel(label, { exact: true }).fill(password);
  }
}

/** A session of its own: a notice is shown once, and another journey would take it. */
async function signInToUsers(page: Page, search: string): Promise<void> {
  await page.goto(`/users?q=${search}`);
  await submitLogin(page, "demo-accounts");
  await expect(title(page)).toHaveText("User Management");
}

function rowOf(page: Page, username: string): Locator {
  return list(page, "Users").getByRole("row", {
    name: new RegExp(username, "i"),
  });
}

function newName(scripts: boolean): string {
  return `cleo-${scripts ? "s" : "n"}-${process.pid}-${Date.now()}`;
}

test(
  "a user of two facilities is made, signs in, and is signed out where their level changes",
  { tag: "@no-scripts-at-length" },
  async ({ page, browser, baseURL, scripts }) => {
    test.slow();
    const username = newName(scripts);
    await signInToUsers(page, username);
    await page.getByRole("link", { name: "Add User" }).click();
    await ready(page, scripts);
    await fillPerson(page, username.toUpperCase());
    await form(page).getByLabel("Access level").selectOption("facility");
    await update(page, scripts);
    await boxes(page, "Division").getByRole("checkbox").first().check();
    await update(page, scripts);
    await boxes(page, "Region").getByRole("checkbox").first().check();
    await update(page, scripts);
    const facilities = boxes(page, "Facility").getByRole("checkbox");
    await facilities.first().check();
    await facilities.nth(1).check();
    const names = await boxes(page, "Facility")
      .locator("label")
      .evaluateAll((labels) =>
        labels.slice(0, 2).map((label) => label.textContent ?? ""),
      );
    await fillPasswords(page, "short");
    await page.getByRole("button", { name: "Create user" }).click();
    const alert = form(page).getByRole("alert");
    await expect(alert.getByRole("link")).toHaveText([
      "Password should be of minimum 6 characters length",
      "Password should be of minimum 6 characters length",
    ]);
    await alert.getByRole("link").first().click();
    await expect(page.getByLabel("Password", { exact: true })).toBeFocused();
    await fillPasswords(page, PASSWORD);
    await page.getByRole("button", { name: "Create user" }).click();
    await expect(page.getByText("User created successfully")).toBeVisible();
    await expect(page).toHaveURL(new RegExp(`/users\\?q=${username}`));
    for (const name of names) {
      await expect(rowOf(page, username)).toContainText(name);
    }

    const own = { username, password: `${PASSWORD}-own` };
    await choosePassword(browser, baseURL ?? "", own, PASSWORD);
    const other = await browser.newContext({
      baseURL,
      storageState: undefined,
    });
    const theirs = await other.newPage();
    await signInToSearch(theirs, own);

    // A document, so that scripts make a dialog of what the server has drawn.
    const edit = rowOf(page, username).getByRole("link", { name: /^Edit/ });
    await page.goto((await edit.getAttribute("href")) ?? "");
    await ready(page, scripts, "Edit User");
    await expect(
      boxes(page, "Facility", "Edit User").getByRole("checkbox", {
        checked: true,
      }),
    ).toHaveCount(2);
    await form(page, "Edit User")
      .getByLabel("Access level")
      .selectOption("company");
    await page.getByRole("button", { name: "Save changes" }).click();
    await expect(page.getByText("User updated successfully")).toBeVisible();
    await expect(rowOf(page, username)).toContainText("All locations");

    await theirs.goto("/search");
    await expect(theirs).toHaveURL(/\/login/);
    // The password was blank, and is what it was.
    await submitLogin(theirs, username, own.password);
    await expect(theirs).not.toHaveURL(/\/login/);
    await theirs.goto("/company-overview");
    await expect(title(theirs)).toHaveText(/^Company Overview/);
    await other.close();
  },
);

test(
  "a physician is found and made a user by keyboard alone",
  { tag: "@no-scripts-at-length" },
  async ({ page, scripts }) => {
    const username = newName(scripts);
    await signInToUsers(page, username);
    if (scripts) {
      await page.waitForLoadState("networkidle");
      await page.getByRole("link", { name: "Add User" }).press("Enter");
      await ready(page, scripts);
      await page.keyboard.press("Escape");
      await expect(form(page)).toHaveCount(0);
      await expect(page.getByRole("link", { name: "Add User" })).toBeFocused();
    }
    await page.getByRole("link", { name: "Add User" }).press("Enter");
    await ready(page, scripts);
    await form(page).getByLabel("Username").focus();
    for (const text of [username, "Ada", "Lind"]) {
      await page.keyboard.type(text);
      await page.keyboard.press("Tab");
    }
    await expect(form(page).getByLabel("Access level")).toBeFocused();
    await page.keyboard.type("Phys");
    await expect(form(page).getByLabel("Access level")).toHaveValue(
      "physician",
    );
    if (!scripts) {
      await page.keyboard.press("Tab");
      await page.keyboard.press("Tab");
      await expect(page.getByRole("button", { name: UPDATE })).toBeFocused();
      await page.keyboard.press("Enter");
    }
    await page.getByLabel("Search physicians").focus();
    await page.keyboard.type("an");
    if (scripts) {
      const found = form(page)
        .getByRole("listbox", { name: "Found physicians" })
        .getByRole("option");
      await expect(found.nth(1)).toBeVisible();
      await page.keyboard.press("ArrowDown");
      await page.keyboard.press("ArrowDown");
      await page.keyboard.press("Enter");
    } else {
      // Enter is that of the form, which shows whom it has found before it saves anything.
      await page.keyboard.press("Enter");
      const found = form(page).getByRole("radio");
      await expect(form(page).getByText(/^\d+ physicians found/)).toBeVisible();
      await found.first().focus();
      await page.keyboard.press("Space");
      await page.keyboard.press("ArrowDown");
      await expect(found.nth(1)).toBeChecked();
    }
    const chosen = form(page).getByRole("radio", { checked: true });
    await expect(chosen).toHaveCount(1);
    const npi = await chosen.getAttribute("value");
    await page.getByLabel("Password", { exact: true }).focus();
    await page.keyboard.type(PASSWORD);
    await page.getByLabel("Confirm password", { exact: true }).focus();
    await page.keyboard.type(PASSWORD);
    await page.keyboard.press("Enter");
    await expect(page.getByText("User created successfully")).toBeVisible();
    await expect(rowOf(page, username)).toContainText(`NPI ${npi}`);

    await rowOf(page, username).getByRole("link", { name: /^Edit/ }).click();
    await ready(page, scripts, "Edit User");
    const kept = form(page, "Edit User").getByRole("radio", { checked: true });
    await expect(kept).toHaveValue(npi ?? "");
  },
);
