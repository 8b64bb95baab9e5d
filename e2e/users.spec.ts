import type { Locator, Page } from "@playwright/test";
import { cookiesOf } from "./support/accounts";
import { makeOwnUser, signInToSearch } from "./support/own-user";
import {
  alarm,
  column,
  list,
  rows,
  submitLogin,
  title,
} from "./support/screens";
import { expect, test } from "./support/test";

function users(page: Page): Locator {
  return list(page, "Users");
}

/** The question whether a user is to be deleted: a dialog where scripts run, else a section of the page. */
function question(page: Page, scripts: boolean): Locator {
  return page
    .getByRole(scripts ? "dialog" : "region", { name: "Confirm Delete User" })
    .and(page.locator("#delete-user"));
}

test.describe("the account manager", () => {
  test.use({ storageState: cookiesOf("demo-accounts") });

  test("finds users, sorts them and tells them apart", async ({ page }) => {
    await page.goto("/users");
    await expect(title(page)).toHaveText("User Management");
    await page.setViewportSize({ width: 360, height: 740 });
    const leftOf = async (one: Locator) => (await one.boundingBox())?.x;
    expect(await leftOf(page.getByRole("link", { name: "Add User" }))).toBe(
      await leftOf(title(page)),
    );
    await page.getByLabel("Search users").fill("DEMO phys");
    await page.getByLabel("Access level").selectOption("Physician");
    await page.getByRole("button", { name: "Find" }).click();
    await expect(rows(users(page))).toHaveCount(2);
    expect(await column(users(page), "Username")).toEqual([
      "demo-physician",
      "demo-physicians",
    ]);
    await expect(page.getByText(/^Users 1 to 2 of 2 found/)).toBeVisible();

    for (const direction of ["asc", "desc"]) {
      await users(page).getByRole("link", { name: "Username" }).click();
      await expect(page).toHaveURL(
        new RegExp(`sort=username&dir=${direction}`),
      );
    }
    await expect(
      users(page).getByRole("columnheader", { name: "Username" }),
    ).toHaveAttribute("aria-sort", "descending");
    await expect
      .poll(() => column(users(page), "Username"))
      .toEqual(["demo-physicians", "demo-physician"]);

    await page.getByLabel("Search users").fill("no such user");
    await page.getByRole("button", { name: "Find" }).click();
    await expect(
      page.getByText("No results found for this search."),
    ).toBeVisible();
    await page.getByRole("link", { name: "Clear filters" }).click();
    await expect(
      users(page).getByRole("row", { name: /demo-accounts/ }),
    ).toContainText("(you)");
  });

  test("does not delete their own account", async ({ page, scripts }) => {
    await page.goto("/users?q=demo-accounts");
    const row = users(page).getByRole("row", { name: /demo-accounts/ });
    await expect(row.getByRole("link", { name: /^Delete/ })).toHaveCount(0);
    const edit = await row
      .getByRole("link", { name: "Edit demo-accounts" })
      .getAttribute("href");
    await page.goto((edit ?? "").replace("/edit", "/delete"));
    await expect(question(page, scripts)).toContainText(
      "You cannot delete your own account",
    );
    await expect(
      question(page, scripts).getByRole("button", { name: "Delete user" }),
    ).toHaveCount(0);
  });
});

// A session of its own: a notice is shown once, and another journey would take it.
test("a user is deleted after a question, and signs in no more", async ({
  page,
  browser,
  baseURL,
  scripts,
}) => {
  const user = await makeOwnUser(browser, baseURL ?? "");
  const { username, password } = user;
  const other = await browser.newContext({ baseURL, storageState: undefined });
  const elsewhere = await other.newPage();
  await signInToSearch(elsewhere, user);

  await page.goto(`/users?q=${username}`);
  await submitLogin(page, "demo-accounts");
  const row = users(page).getByRole("row", { name: new RegExp(username) });
  await row.getByRole("link", { name: `Delete ${username}` }).click();
  await expect(question(page, scripts)).toContainText(username);
  await page.getByRole("link", { name: "Cancel" }).click();
  await expect(question(page, scripts)).toHaveCount(0);
  await expect(page).toHaveURL(new RegExp(`/users\\?q=${username}`));
  if (scripts) {
    await expect(
      row.getByRole("link", { name: `Delete ${username}` }),
    ).toBeFocused();
  }

  await row.getByRole("link", { name: `Delete ${username}` }).click();
  await question(page, scripts)
    .getByRole("button", { name: "Delete user" })
    .click();
  await expect(page.getByText("User deleted successfully")).toBeVisible();
  await expect(question(page, scripts)).toHaveCount(0);
  await expect(
    page.getByText("No results found for this search."),
  ).toBeVisible();

  await elsewhere.goto("/search");
  await expect(elsewhere).toHaveURL(/\/login/);
  await submitLogin(elsewhere, username, password);
  await expect(alarm(elsewhere)).toBeVisible();
  await expect(elsewhere).toHaveURL(/\/login/);
  await other.close();
});

test("a user is logged out everywhere after a question, and may log in again", async ({
  page,
  browser,
  baseURL,
  scripts,
}) => {
  const user = await makeOwnUser(browser, baseURL ?? "");
  const { username } = user;
  const other = await browser.newContext({ baseURL, storageState: undefined });
  const elsewhere = await other.newPage();
  await signInToSearch(elsewhere, user);

  await page.goto(`/users?q=${username}`);
  await submitLogin(page, "demo-accounts");
  const link = page.getByRole("link", {
    name: `Log out everywhere ${username}`,
  });
  const asked = page
    .getByRole(scripts ? "dialog" : "region", { name: "Log out everywhere" })
    .and(page.locator("#end-sessions"));
  await link.click();
  await expect(asked).toContainText(username);
  await page.getByRole("link", { name: "Cancel" }).click();
  await expect(asked).toHaveCount(0);
  if (scripts) await expect(link).toBeFocused();
  await elsewhere.goto("/search");
  await expect(title(elsewhere)).toHaveText("Search");

  await link.click();
  await asked.getByRole("button", { name: "Log out everywhere" }).click();
  await expect(
    page.getByText("The user is logged out everywhere."),
  ).toBeVisible();
  await expect(asked).toHaveCount(0);
  await elsewhere.goto("/search");
  await expect(elsewhere).toHaveURL(/\/login/);
  await signInToSearch(elsewhere, user);
  await other.close();
});
