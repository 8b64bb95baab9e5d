import type { Page } from "@playwright/test";
import { cookiesOf } from "./support/accounts";
import { makeOwnUser, signInToSearch } from "./support/own-user";
import { alarm, submitLogin, title } from "./support/screens";
import { expect, test } from "./support/test";

const WANTED = "Another-2026";

async function fillIn(
  page: Page,
  { current, wanted, confirmed = wanted }: Record<string, string>,
): Promise<void> {
  await page.getByLabel("Current password").fill(current ?? "");
  await page.getByLabel("New password", { exact: true }).fill(wanted ?? "");
  await page.getByLabel("Confirm new password").fill(confirmed ?? "");
  await page.getByRole("button", { name: "Change password" }).click();
}

test("a user changes their password, and only the new one signs in", async ({
  page,
  browser,
  baseURL,
  scripts,
}) => {
  const user = await makeOwnUser(browser, baseURL ?? "");
  const { username, password } = user;
  const other = await browser.newContext({ baseURL });
  const elsewhere = await other.newPage();
  await Promise.all([page, elsewhere].map((one) => signInToSearch(one, user)));

  await page.locator("header summary", { hasText: /^OU/ }).click();
  await page.getByRole("link", { name: "Change password" }).click();
  await expect(title(page)).toHaveText("Change Password");

  await fillIn(page, { current: "not this", wanted: WANTED });
  await expect(
    alarm(page).getByRole("link", {
      name: "The current password is wrong",
    }),
  ).toBeVisible();
  await expect(page).toHaveTitle(/^Error: Change Password/);
  for (const field of await page.locator("input[type=password]").all()) {
    await expect(field).toHaveValue("");
  }
  if (scripts) await expect(alarm(page)).toBeFocused();

  await fillIn(page, { current: password, wanted: WANTED });
  await expect(title(page)).toHaveText(/^Company Overview/);
  await expect(
    page.getByText(
      "Password changed successfully. You are logged out in all other browsers.",
    ),
  ).toBeVisible();

  await elsewhere.goto("/search");
  await expect(elsewhere).toHaveURL(/\/login/);
  await submitLogin(elsewhere, username, password);
  await expect(alarm(elsewhere)).toBeVisible();
  await submitLogin(elsewhere, username, WANTED);
  await expect(title(elsewhere)).toHaveText("Search");
  await other.close();
});

test("whoever guesses at the current password has to wait, with the right one too", async ({
  page,
  browser,
  baseURL,
}) => {
  const user = await makeOwnUser(browser, baseURL ?? "");
  await signInToSearch(page, user);
  await page.goto("/change-password");
  const current = page.getByLabel("Current password");
  for (let guess = 1; guess <= 5; guess++) {
    await fillIn(page, { current: `guess ${guess}`, wanted: WANTED });
    await expect(current).toHaveValue("");
    await expect(alarm(page)).toContainText("The current password is wrong");
  }
  await fillIn(page, { current: user.password, wanted: WANTED });
  await expect(alarm(page)).toContainText(
    /There were too many failed attempts\. Please try again in \d+ seconds?\./,
  );
  await expect(title(page)).toHaveText("Change Password");
});

test.describe("a physician", () => {
  test.use({ storageState: cookiesOf("demo-physician") });

  test("is told what is wrong before the host is asked, and sees what was typed", async ({
    page,
    scripts,
  }) => {
    await page.goto("/change-password");
    await expect(title(page)).toHaveText("Change Password");
    await fillIn(page, {
      current: "anything",
      wanted: "short",
      confirmed: "shor",
    });
    await expect(alarm(page).getByRole("link")).toHaveText([
      "Password should be of minimum 6 characters length",
      "Password should be of minimum 6 characters length",
    ]);
    await fillIn(page, {
      current: "anything",
      wanted: "long enough",
      confirmed: "long enougH",
    });
    const link = alarm(page).getByRole("link");
    await expect(link).toHaveText(["Passwords need to match"]);
    await link.click();
    const confirmed = page.getByLabel("Confirm new password");
    await expect(confirmed).toBeFocused();
    if (!scripts) return;
    await expect(confirmed).toHaveValue("long enougH");
    const show = page.getByRole("button", { name: "Show password" }).last();
    await show.click();
    await expect(confirmed).toHaveAttribute("type", "text");
    await expect(show).toHaveAttribute("aria-pressed", "true");
  });

  test("finds the page from a phone", async ({ page }) => {
    await page.setViewportSize({ width: 360, height: 740 });
    await page.goto("/search");
    await expect(page.getByRole("button", { name: "Log out" })).toBeVisible();
    await page.locator("summary").first().click();
    const way = page.getByRole("link", { name: "Change password" });
    await expect(way).toBeInViewport({ ratio: 1 });
    await way.click();
    await expect(title(page)).toHaveText("Change Password");
  });
});
