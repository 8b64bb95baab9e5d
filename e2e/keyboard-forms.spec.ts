import type { Page } from "@playwright/test";
import { PASSWORD } from "./support/accounts";
import { tabTo } from "./support/keys";
import { makeOwnUser } from "./support/own-user";
import { list, rows, title } from "./support/screens";
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

/** Shows what belongs to what is chosen, as scripts do by themselves, which take the button away. */
async function showFields(
  page: Page,
  scripts: boolean,
  name: RegExp,
): Promise<void> {
  if (scripts) {
    await expect(
      page.getByRole("button", { name, includeHidden: true }),
    ).toHaveCount(0);
    return;
  }
  await tabTo(page, { tag: "BUTTON", name });
  await page.keyboard.press("Enter");
}

test(
  "a user of a facility is added by keys alone",
  { tag: "@no-scripts" },
  async ({ page, scripts }) => {
    const username = `keys-${scripts ? "s" : "n"}-${process.pid}-${Date.now()}`;
    await openSignedIn(page, `/users?q=${username}`, "demo-accounts");
    await tabTo(page, { tag: "A", name: /^Add User$/ });
    await page.keyboard.press("Enter");
    const form = page.getByRole("form", { name: "Add User" });
    await expect(form).toBeVisible();
    if (scripts)
      await showFields(
        page,
        scripts,
        /^Show the (choices|regions|facilities)$/,
      );

    await tabTo(page, { tag: "INPUT", name: /^username$/ });
    for (const text of [username, "Ada", "Lind"]) {
      await page.keyboard.type(text);
      await page.keyboard.press("Tab");
    }
    await expect(form.getByLabel("Access level")).toBeFocused();
    await page.keyboard.type("Fac");
    for (const kind of ["division", "region", "facility"]) {
      await showFields(
        page,
        scripts,
        /^Show the (choices|regions|facilities)$/,
      );
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
  },
);

test(
  "a CMS report is requested by keys alone",
  { tag: "@no-scripts" },
  async ({ page, scripts }) => {
    await openSignedIn(page, "/reports/cms-qies-reports", "demo-facility");
    await tabTo(page, { tag: "A", name: /^Request CMS Report$/ });
    await page.keyboard.press("Enter");
    const form = page.getByRole("form", { name: "Request CMS Report" });
    await expect(form).toBeVisible();
    if (scripts) await showFields(page, scripts, /^Show fields$/);

    await tabTo(page, { tag: "SELECT", name: /^reportType$/ });
    await page.keyboard.type("Errors");
    const chosen = form.getByLabel("Report type").locator("option:checked");
    const report = await chosen.innerText();
    await showFields(page, scripts, /^Show fields$/);
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
  },
);

test(
  "an after-hours note is found, opened and marked as read by keys alone",
  { tag: ["@at-length", "@no-scripts-at-length"] },
  async ({ page, browser, baseURL, scripts }) => {
    // Who has read a note is kept by user: one of their own, of the physician of demo-physicians.
    const { username, password } = await makeOwnUser(browser, baseURL ?? "", {
      accessLevel: "physician",
      physician: "9000000589",
    });
    await openSignedIn(page, "/", username, password);
    // It stands before all else of the page, which has too many stops to come round to it.
    await expect(page.getByRole("link", { name: "VIEW REPORT" })).toBeVisible();
    // The script of the notices draws them anew, and a press of that moment goes past them.
    if (scripts) await page.waitForLoadState("networkidle");
    await tabTo(page, { tag: "A", name: /^VIEW REPORT$/ });
    await page.keyboard.press("Enter");
    await expect(title(page)).toHaveText("After Hours Patient Report");
    const unread = page.getByText(/^\d+ unread notes?$/);
    const before = Number.parseInt(await unread.innerText(), 10);
    const first = rows(list(page, "After Hours Patient Report")).first();
    if (scripts) {
      // Once scripts are here, a number is a button, and a note that is opened is read.
      await expect(first.getByRole("button", { name: /^Copy/ })).toBeVisible();
      await tabTo(page, { tag: "SUMMARY", name: /…/ });
      await page.keyboard.press("Enter");
      await expect(unread).toHaveText(new RegExp(`^${before - 1} `));
    } else {
      await tabTo(page, { tag: "BUTTON", name: /^Mark all as read$/ });
      await page.keyboard.press("Enter");
      await expect(
        page.getByText(`${before} notes were marked as read.`),
      ).toBeVisible();
      await tabTo(page, { tag: "SUMMARY", name: /…/ });
      await page.keyboard.press("Enter");
    }
    await expect(first.locator(".note-text")).toBeVisible();
  },
);
