import type { Page } from "@playwright/test";
import { cookiesOf } from "./support/accounts";
import { list, rows, signIn, title } from "./support/screens";
import { expect, test } from "./support/test";

const PATH = "/reports/after-hours-patient-report/";
const TITLE = "After Hours Patient Report";

function notes(page: Page) {
  return list(page, TITLE);
}

test.describe("the after hours report", () => {
  test.use({ storageState: cookiesOf("demo-region") });

  test(
    "explains itself under 'What's this?'",
    { tag: "@at-length" },
    async ({ page }) => {
      await page.goto(PATH);
      await page.getByRole("link", { name: "What's this?" }).click();
      const help = page
        .getByRole("dialog", { name: "Convergence Telehealth Encounters" })
        .and(page.locator("#help"));
      await expect(help).toContainText("within the last 30 days");
      await help.getByRole("link", { name: "OK" }).click();
      await expect(help).toHaveCount(0);
      await expect(page).toHaveURL(/\/after-hours-patient-report\/(#.*)?$/);
    },
  );

  test(
    "copies a record number",
    { tag: "@at-length" },
    async ({ page, context }) => {
      await context.grantPermissions(["clipboard-read", "clipboard-write"]);
      await page.goto(PATH);
      const first = rows(notes(page)).first();
      const number = /MRN# (\S+)/.exec(await first.innerText())?.[1];
      await first
        .getByRole("button", { name: `Copy MRN# ${number} of` })
        .click();
      await expect(
        page
          .locator("[aria-live=polite]")
          .getByText("MRN# copied to clipboard"),
      ).toBeVisible();
      expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(
        number,
      );
    },
  );
});

test(
  "a physician's notes are read by opening them, and all at once",
  { tag: "@at-length" },
  async ({ page }) => {
    await signIn(page, "demo-physicians");
    const told = page
      .locator("#notices")
      .getByText(/There are \d+ unread notes/);
    await page.getByRole("link", { name: "VIEW REPORT" }).click();
    await expect(notes(page)).toBeVisible();
    await page.goto(`${PATH}?hours=72`);
    const unread = page.getByText(/^\d+ unread notes?$/);
    const before = Number.parseInt(await unread.innerText(), 10);
    // The notice leads to where the user is by now.
    await expect(told).toHaveCount(0);

    // Once scripts are here, a number is a button.
    await expect(
      page.getByRole("button", { name: /^Copy/ }).first(),
    ).toBeVisible();
    await rows(notes(page)).first().locator("summary").click();
    await expect(unread).toHaveText(new RegExp(`^${before - 1} `));
    const isRead = (count: number) =>
      expect(async () => {
        await page.goto(`${PATH}?hours=72`);
        expect(await unread.innerText()).toMatch(new RegExp(`^${count} `));
      }).toPass();
    await isRead(before - 1);
    // On the resident's page too.
    const isNew = page.locator("strong");
    const next = rows(notes(page)).filter({ has: isNew }).first();
    await next.getByRole("rowheader").getByRole("link").click();
    const note = page.locator("#timeline li li").filter({ has: isNew });
    await expect(page.getByText(/^\d+ unread notes?$/)).toBeVisible();
    // The clock runs once scripts are here.
    await expect(page.locator("html[data-clock]")).toBeAttached();
    const mark = page.waitForRequest((request) =>
      Boolean(request.postData()?.includes("quiet=true")),
    );
    await note.first().locator("summary").click();
    await mark;
    await isRead(before - 2);
    await expect(
      page.getByRole("button", { name: /^Copy/ }).first(),
    ).toBeVisible();

    await page.getByRole("button", { name: "Mark all as read" }).click();
    await expect(
      page.getByText(`${before - 2} notes were marked as read.`),
    ).toBeVisible();
    await expect(unread).toHaveCount(0);
    await expect(rows(notes(page)).first()).toBeVisible();
    await page.goto("/");
    await expect(title(page)).toBeVisible();
    await expect(told).toHaveCount(0);
  },
);
