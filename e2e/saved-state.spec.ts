import type { Locator, Page } from "@playwright/test";
import { cookiesOf } from "./support/accounts";
import { openFilters } from "./support/panels";
import { expect, test } from "./support/test";

const OVERVIEW = "/company-overview";

/** Parameters of the address in a fixed order; the dates are today's and do not matter here. */
function query(page: Page): Record<string, string> {
  const { searchParams } = new URL(page.url());
  searchParams.delete("startDate");
  searchParams.delete("endDate");
  return Object.fromEntries(searchParams);
}

/** Opens an address as a bookmark does, and waits until nothing more happens. */
async function openBookmark(page: Page, path: string): Promise<void> {
  await page.goto(path);
  await page.waitForLoadState("networkidle");
}

/** What this browser keeps. It is written after the page has come, so tests wait for it before they leave. */
function kept(page: Page): Promise<string | null> {
  return page.evaluate(() => localStorage.getItem("state"));
}

async function chooseIsnp(page: Page): Promise<void> {
  await openFilters(page);
  await page.getByLabel("ISNP", { exact: true }).selectOption("true");
  await page.getByRole("button", { name: "Submit" }).click();
  await expect(page).toHaveURL(/isnp=true/);
  // The address changes a moment before the page does.
  await expect(monthOverMonth(page)).toHaveAttribute("href", /isnp=true/);
}

function monthOverMonth(page: Page): Locator {
  return page.getByRole("link", { name: "Month over month" }).first();
}

test.describe("what a user chose", () => {
  test.use({ storageState: cookiesOf("demo-company") });

  test("is there at the next visit and on other pages, and is not forced on an address that says what it shows", async ({
    page,
  }) => {
    await openBookmark(page, OVERVIEW);
    expect(query(page)).toEqual({});
    await chooseIsnp(page);
    await monthOverMonth(page).click();
    await expect(page).toHaveURL(/mom=/);
    const { mom } = query(page);
    await expect.poll(() => kept(page)).toContain(`mom=${mom}`);

    await openBookmark(page, OVERVIEW);
    await expect.poll(() => query(page)).toEqual({ isnp: "true", mom });
    await page.locator("#list tbody th a").first().click();
    await expect(page).toHaveURL(/division-profile.*mom=/);
    expect(query(page)).toEqual({ isnp: "true", mom });
    await page.waitForLoadState("networkidle");

    await openBookmark(page, `${OVERVIEW}?sort=name`);
    expect(query(page)).toEqual({ sort: "name" });
  });
});
