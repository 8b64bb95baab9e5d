import type { Page } from "@playwright/test";
import { PASSWORD } from "./support/accounts";
import { tabTo } from "./support/keys";
import { list, rows } from "./support/screens";
import { expect, test } from "./support/test";

/** A page that asks for a login first, and leads on when it has one. */
async function openSignedIn(
  page: Page,
  path: string,
  username: string,
  password: string = PASSWORD,
): Promise<void> {
  await page.goto(path);
  await tabTo(page, { tag: "INPUT", name: /^username$/ });
  await page.keyboard.type(username);
  await page.keyboard.press("Tab");
  await page.keyboard.type(password);
  await page.keyboard.press("Enter");
  await expect(page).not.toHaveURL(/\/login/);
}

/** Waits until scripts have taken the form over: they take its button away. */
async function takenOver(page: Page, name: RegExp): Promise<void> {
  await expect(
    page.getByRole("button", { name, includeHidden: true }),
  ).toHaveCount(0);
}

test("a user of a facility is added and renamed by keys alone, and the keys go on from their row", async ({
  page,
}) => {
  const username = `keys-${process.pid}-${Date.now()}`;
  await openSignedIn(page, `/users?q=${username}`, "demo-accounts");
  await tabTo(page, { tag: "A", name: /^Add User$/ });
  await page.keyboard.press("Enter");
  const form = page.getByRole("form", { name: "Add User" });
  await expect(form).toBeVisible();
  await takenOver(page, /^Show the (choices|regions|facilities)$/);

  await tabTo(page, { tag: "INPUT", name: /^username$/ });
  for (const text of [username, "Ada", "Lind"]) {
    await page.keyboard.type(text);
    await page.keyboard.press("Tab");
  }
  await expect(form.getByLabel("Access level")).toBeFocused();
  await page.keyboard.type("Fac");
  for (const kind of ["division", "region", "facility"]) {
    const first = form.locator(`[name=${kind}]`).first();
    await expect(first).toBeVisible();
    await tabTo(page, { tag: "INPUT", name: new RegExp(`^${kind}$`) });
    await page.keyboard.press("Space");
    await expect(first).toBeChecked();
  }
  for (const name of [/^password$/, /^confirmPassword$/]) {
    await tabTo(page, { tag: "INPUT", name });
    await page.keyboard.type("Own-User-2026");
  }
  await page.keyboard.press("Enter");
  await expect(page.getByText("User created successfully")).toBeVisible();
  await expect(
    rows(list(page, "Users")).filter({ hasText: username }),
  ).toContainText("Facility");

  const edit = page.getByRole("link", { name: `Edit ${username}` });
  await edit.press("Enter");
  await page.getByRole("form", { name: "Edit User" }).waitFor();
  await takenOver(page, /^Show the (choices|regions|facilities)$/);
  await tabTo(page, { tag: "INPUT", name: /^firstname$/ });
  await page.keyboard.type("Eda");
  await page.keyboard.press("Enter");
  await expect(page.getByText("User updated successfully")).toBeVisible();
  await expect(edit).toBeFocused();
});

test("a CMS report is requested by keys alone", async ({ page }) => {
  await openSignedIn(page, "/reports/cms-qies-reports", "demo-facility");
  await tabTo(page, { tag: "A", name: /^Request CMS Report$/ });
  await page.keyboard.press("Enter");
  const form = page.getByRole("form", { name: "Request CMS Report" });
  await expect(form).toBeVisible();
  await takenOver(page, /^Show fields$/);

  await tabTo(page, { tag: "SELECT", name: /^reportType$/ });
  await page.keyboard.type("Errors");
  const chosen = form.getByLabel("Report type").locator("option:checked");
  const report = await chosen.innerText();
  const start = form.getByLabel("Start date");
  await expect(start).toBeVisible();
  await tabTo(page, { tag: "INPUT", name: /^startDate$/ });
  await page.keyboard.type("01312026");
  await expect(start).toHaveValue("2026-01-31");
  await tabTo(page, { tag: "BUTTON", name: /^Submit request$/ });
  await page.keyboard.press("Enter");
  await expect(
    page.getByText("New report requested successfully"),
  ).toBeVisible();
  await expect(
    rows(list(page, "Requested reports"))
      .filter({ hasText: report })
      .filter({ hasText: "01/31/2026" })
      .first(),
  ).toBeVisible();
});
