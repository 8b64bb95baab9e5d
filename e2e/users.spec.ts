import type { Locator, Page } from "@playwright/test";
import { makeOwnUser, signInToSearch } from "./support/own-user";
import { alarm, list, submitLogin } from "./support/screens";
import { expect, test } from "./support/test";

function users(page: Page): Locator {
  return list(page, "Users");
}

/** The question whether a user is to be deleted. */
function question(page: Page): Locator {
  return page
    .getByRole("dialog", { name: "Confirm Delete User" })
    .and(page.locator("#delete-user"));
}

// A session of its own: a notice is shown once, and another journey would take it.
test(
  "a user is deleted after a question, and signs in no more",
  { tag: "@at-length" },
  async ({ page, browser, baseURL }) => {
    const user = await makeOwnUser(browser, baseURL ?? "");
    const { username, password } = user;
    const other = await browser.newContext({
      baseURL,
      storageState: undefined,
    });
    const elsewhere = await other.newPage();
    await signInToSearch(elsewhere, user);

    await page.goto(`/users?q=${username}`);
    await submitLogin(page, "demo-accounts");
    const row = users(page).getByRole("row", { name: new RegExp(username) });
    await row.getByRole("link", { name: `Delete ${username}` }).click();
    await expect(question(page)).toContainText(username);
    await page.getByRole("link", { name: "Cancel" }).click();
    await expect(question(page)).toHaveCount(0);
    await expect(page).toHaveURL(new RegExp(`/users\\?q=${username}`));
    await expect(
      row.getByRole("link", { name: `Delete ${username}` }),
    ).toBeFocused();

    await row.getByRole("link", { name: `Delete ${username}` }).click();
    await question(page).getByRole("button", { name: "Delete user" }).click();
    await expect(page.getByText("User deleted successfully")).toBeVisible();
    await expect(question(page)).toHaveCount(0);
    await expect(
      page.getByText("No results found for this search."),
    ).toBeVisible();

    await elsewhere.goto("/search");
    await expect(elsewhere).toHaveURL(/\/login/);
    await submitLogin(elsewhere, username, password);
    await expect(alarm(elsewhere)).toBeVisible();
    await expect(elsewhere).toHaveURL(/\/login/);
    await other.close();
  },
);
