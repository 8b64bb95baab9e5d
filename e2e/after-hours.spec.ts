import type { Page } from "@playwright/test";
import { cookiesOf } from "./support/accounts";
import { intercept } from "./support/intercept";
import { column, list, rows, signIn, title } from "./support/screens";
import { expect, test } from "./support/test";

const PATH = "/reports/after-hours-patient-report/";
const TITLE = "After Hours Patient Report";

function notes(page: Page) {
  return list(page, TITLE);
}

async function submit(page: Page) {
  await page.getByRole("button", { name: "Submit" }).click();
}

test.describe("the after hours report", () => {
  test.use({ storageState: cookiesOf("demo-region") });

  test("keeps what its filters say, and says it in the address", async ({
    page,
  }) => {
    await page.goto(PATH);
    await expect(notes(page)).toBeVisible();
    await page.getByLabel("Lookback").selectOption("72");
    await page.getByLabel("High-Risk Only").check();
    await submit(page);
    await expect(page).toHaveURL(
      /\?hours=72&highRisk=true&isnp=false&startDate=[\d-]{10}&endDate=[\d-]{10}$/,
    );
    await expect(
      page.getByText(/of [\d,]+ notes from the last 72/),
    ).toBeVisible();
    for (const text of await column(notes(page), "Plan/status")) {
      expect(text).toContain("High risk");
    }

    const [facility = ""] = await column(notes(page), "Facility");
    await page.getByLabel("Facility").selectOption({ label: facility });
    await submit(page);
    await expect(page).toHaveURL(/&facility=\d+$/);
    await expect(page.getByLabel("High-Risk Only")).toBeChecked();
    const facilities = await column(notes(page), "Facility");
    expect(new Set(facilities)).toEqual(new Set([facility]));

    await page.getByRole("link", { name: "Clear filters" }).click();
    await expect(page).toHaveURL(new RegExp(`${PATH}$`));
    await expect(page.getByLabel("High-Risk Only")).not.toBeChecked();
  });

  test("is sorted by its heads, opens notes in place and leads to the pages of a row", async ({
    page,
  }) => {
    await page.goto(PATH);
    const head = notes(page).getByRole("columnheader", { name: "Patient" });
    await head.getByRole("link").click();
    await expect(head).toHaveAttribute("aria-sort", "ascending");
    const patients = await column(notes(page), "Patient");
    expect(patients).toEqual(
      [...patients].sort(new Intl.Collator("en-US", { numeric: true }).compare),
    );

    const first = rows(notes(page)).first();
    await first.locator("summary").click();
    await expect(first.locator(".note-text")).toBeVisible();
    await expect(first.getByText(/^Written by:/)).toBeVisible();
    await first.getByRole("link").first().click();
    await expect(page).toHaveURL(/\/facility-profile\/\d+$/);
  });

  test("explains itself under 'What's this?'", async ({ page, scripts }) => {
    await page.goto(PATH);
    await page.getByRole("link", { name: "What's this?" }).click();
    const help = page
      .getByRole(scripts ? "dialog" : "region", {
        name: "Convergence Telehealth Encounters",
      })
      .and(page.locator("#help"));
    await expect(help).toContainText("within the last 30 days");
    await help.getByRole("link", { name: "OK" }).click();
    await expect(help).toHaveCount(0);
    await expect(page).toHaveURL(/\/after-hours-patient-report\/(#.*)?$/);
  });

  test("copies a record number", async ({ page, context, scripts }) => {
    await context.grantPermissions(["clipboard-read", "clipboard-write"]);
    await page.goto(PATH);
    const first = rows(notes(page)).first();
    const number = /MRN# (\S+)/.exec(await first.innerText())?.[1];
    if (!scripts) {
      await expect(first.getByText(`MRN# ${number}`)).toBeVisible();
      await expect(first.getByRole("button")).toHaveCount(0);
      return;
    }
    await first.getByRole("button", { name: `Copy MRN# ${number} of` }).click();
    await expect(
      page.locator("[aria-live=polite]").getByText("MRN# copied to clipboard"),
    ).toBeVisible();
    expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(
      number,
    );
  });
});

test.describe("the after hours report of ISNP patients", () => {
  test.use({ storageState: cookiesOf("demo-isnp") });

  test("asks nobody whether they want those alone", async ({ page }) => {
    await page.goto(`${PATH}?hours=72&isnp=false`);
    await expect(page).toHaveURL(/&isnp=true&/);
    await expect(page.getByLabel("High-Risk Only")).toBeVisible();
    await expect(page.getByLabel("ISNP Only")).toHaveCount(0);
    for (const text of await column(notes(page), "Plan/status")) {
      expect(text).toContain("ISNP");
    }
  });
});

/** The mark of an opened note is answered while the next list is loaded, which comes a moment after it. */
async function answerMarkLate(page: Page) {
  const nextList = page.waitForRequest(
    (request) =>
      request.method() === "GET" && request.url().includes("_data=routes"),
  );
  let markAnswered: Promise<unknown> | undefined;
  await intercept(page);
  await page.route(/_data=routes/, async (route) => {
    const isMark = route.request().postData()?.includes("quiet=true");
    const response = await route.fetch({ maxRedirects: 0 });
    if (isMark) {
      markAnswered = nextList.then(() => route.fulfill({ response }));
      return markAnswered;
    }
    if (route.request().method() === "GET") {
      await markAnswered;
      await new Promise((done) => setTimeout(done, 600));
    }
    return route.fulfill({ response });
  });
}

test("a physician's notes are read by opening them, and all at once", async ({
  page,
  scripts,
}) => {
  test.skip(
    !scripts,
    "Both projects have one reader: page tests post the form.",
  );
  await signIn(page, "demo-physicians");
  const told = page.locator("#notices").getByText(/There are \d+ unread notes/);
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
  await answerMarkLate(page);
  await rows(notes(page)).first().locator("summary").click();
  await expect(unread).toHaveText(new RegExp(`^${before - 1} `));

  await page.getByRole("button", { name: "Mark all as read" }).click();
  await expect(
    page.getByText(`${before - 1} notes were marked as read.`),
  ).toBeVisible();
  await expect(unread).toHaveCount(0);
  await expect(rows(notes(page)).first()).toBeVisible();
  await page.goto("/");
  await expect(title(page)).toBeVisible();
  await expect(told).toHaveCount(0);
});
