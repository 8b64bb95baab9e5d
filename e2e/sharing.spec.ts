import type { Page } from "@playwright/test";
import { cookiesOf } from "./support/accounts";
import {
  awake,
  daysAgo,
  figureButton,
  openFilters,
  panel,
} from "./support/panels";
import { expect, test } from "./support/test";

test.use({ storageState: cookiesOf("demo-company") });

test(
  "one address shows a colleague the same filters, order, graphs and open figure",
  { tag: "@at-length" },
  async ({ page, browser, baseURL, scripts }) => {
    await page.goto("/company-overview");
    await openFilters(page);
    await page.getByLabel("From Date").fill(daysAgo(300));
    await page.getByLabel("To Date").fill(daysAgo(30));
    await page.getByLabel("ISNP", { exact: true }).selectOption("true");
    await page.getByRole("button", { name: "Submit" }).click();
    await expect(page).toHaveURL(/isnp=true/);
    await awake(page, scripts);
    await page
      .locator("#list")
      .getByRole("link", { name: "Patients", exact: true })
      .click();
    await expect(page).toHaveURL(/sort=/);
    const mode = page.getByRole("link", { name: "Month over month" }).nth(1);
    await expect(mode).toHaveAttribute("href", /sort=/);
    await mode.click();
    await expect(page).toHaveURL(/mom=ed_30/);
    await awake(page, scripts);
    await figureButton(page, "h_1000").click();
    const mine = panel(page, scripts, "H/1000");
    await expect(mine).toContainText("ISNP Patients Only");
    const shared = page.url();

    const colleague = await browser.newContext({
      baseURL,
      storageState: cookiesOf("demo-admin"),
      javaScriptEnabled: scripts,
    });
    const other = await colleague.newPage();
    await other.goto(shared);
    const theirs = panel(other, scripts, "H/1000");
    await expect(theirs).toBeVisible();
    await awake(other, scripts);
    expect(await theirs.innerText()).toBe(await mine.innerText());
    // What was said of a change is no part of what the address shows.
    const cardsOf = (one: Page) =>
      one.locator("main section").evaluateAll((cards) =>
        cards.map((card) => {
          const said = card.querySelectorAll(".sr-only[aria-live]");
          for (const text of said) text.textContent = "";
          return (card as HTMLElement).innerText;
        }),
      );
    expect(await cardsOf(other)).toEqual(await cardsOf(page));
    await expect(other.locator("#startDate")).toHaveValue(daysAgo(300));
    await expect(other.locator("#endDate")).toHaveValue(daysAgo(30));
    await expect(other.locator('select[name="isnp"]')).toHaveValue("true");
    await expect(other.locator("#list th[aria-sort]")).toContainText(
      "Patients",
    );
    await expect(
      other.locator(
        'svg[aria-label="30 Day OP Ed Visits control chart, Month over month"]',
      ),
    ).toHaveCount(1);
    expect(other.url()).toBe(shared);
    await colleague.close();
  },
);
