import type { Page } from "@playwright/test";
import { cookiesOf } from "./support/accounts";
import { makeOwnUser } from "./support/own-user";
import {
  alarm,
  column,
  list,
  rows,
  submitLogin,
  title,
} from "./support/screens";
import { expect, test } from "./support/test";

const PAGE = "/users/audit-trail";

async function filter(page: Page): Promise<void> {
  await page.getByRole("button", { name: "Submit" }).click();
}

test.use({ storageState: cookiesOf("demo-accounts") });

test("an account manager follows what a user did, and what was done to them", async ({
  page,
  browser,
  baseURL,
}) => {
  const { username, password } = await makeOwnUser(browser, baseURL ?? "");
  const other = await browser.newContext({ baseURL, storageState: undefined });
  const theirs = await other.newPage();
  await theirs.goto("/search");
  await submitLogin(theirs, username, "not the password");
  await expect(alarm(theirs)).toBeVisible();
  await submitLogin(theirs, username, password);
  await expect(title(theirs)).toHaveText("Search");
  await other.close();

  await page.goto("/users/audit-trail");
  await expect(title(page)).toHaveText("Audit Trail");
  await page.getByLabel("User").fill(username.toUpperCase());
  await filter(page);
  const events = list(page, "Events");
  await expect(rows(events)).toHaveCount(3);
  expect(await column(events, "What")).toEqual([
    "Signed in",
    "Sign-in failed",
    "Created a user",
  ]);
  expect((await column(events, "Details")).slice(1)).toEqual([
    "Wrong password",
    "Access level: Company; Ids: 0; ISNP only: no",
  ]);
  await expect(rows(events).last()).toContainText("demo-accounts");
  await expect(rows(events).locator("time").first()).toHaveAttribute(
    "datetime",
    /^\d{4}-\d\d-\d\dT[\d:.]+Z$/,
  );

  await page.getByLabel("Action").selectOption("Sign-in failed");
  await filter(page);
  await expect(rows(events)).toHaveCount(1);
  await expect(page).toHaveURL(/action=sign_in_failed/);

  const [file] = await Promise.all([
    page.waitForEvent("download"),
    page.getByRole("link", { name: "Download as CSV" }).click(),
  ]);
  expect(file.suggestedFilename()).toMatch(
    /^audit-trail-from-\d{4}-\d\d-\d\d-\d{4}-\d\d-\d\d\.csv$/,
  );

  await page.getByRole("link", { name: "Clear filters" }).click();
  await expect(page).toHaveURL(new RegExp(`${PAGE}$`));
  await expect(page.getByLabel("User")).toHaveValue("");
  await events
    .getByRole("link", { name: "Events of demo-accounts" })
    .first()
    .click();
  await expect(page.getByLabel("User")).toHaveValue("demo-accounts");
});

test("a date that cannot be used is put right, which the page says, and nothing found has a way out", async ({
  page,
}) => {
  await page.goto(`${PAGE}?user=nobody-of-this-name&startDate=soon`);
  await expect(
    page.getByText(
      /^From Date was not a date, so it was set to \d\d\/\d\d\/\d{4}\.$/,
    ),
  ).toBeVisible();
  await expect(
    page.getByText("No events were found for these filters."),
  ).toBeVisible();
  await page.getByRole("link", { name: "Clear filters" }).click();
  await expect(rows(list(page, "Events")).first()).toBeVisible();
  await page
    .getByRole("navigation", { name: "Breadcrumbs" })
    .getByRole("link", { name: "User Management" })
    .click();
  await expect(title(page)).toHaveText("User Management");
});

test("an older page leads back to the newest events", async ({ page }) => {
  await page.goto(`${PAGE}?before=3`);
  const events = list(page, "Events");
  await expect(rows(events)).toHaveCount(2);
  await page.getByRole("link", { name: "Newest events" }).click();
  await expect(page).not.toHaveURL(/before=/);
  await expect(
    page.getByRole("region", { name: "Events table" }),
  ).toBeFocused();
  await expect(rows(events).nth(5)).toBeVisible();
});
