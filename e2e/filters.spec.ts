import type { Page } from "@playwright/test";
import { cookiesOf } from "./support/accounts";
import { openFilters } from "./support/panels";
import { expect, test } from "./support/test";

/** What the filter bar holds. */
function filterBar(page: Page) {
  return {
    from: page.getByLabel("From Date"),
    to: page.getByLabel("To Date"),
    isnp: page.getByLabel("ISNP", { exact: true }),
    submit: page.getByRole("button", { name: "Submit" }),
  };
}

function daysBefore(day: string, days: number): string {
  return new Date(Date.parse(day) - days * 86_400_000)
    .toISOString()
    .slice(0, 10);
}

test.describe("for the company", () => {
  test.use({ storageState: cookiesOf("demo-company") });

  test("the way back shows the filters of the page that it leads to", async ({
    page,
  }) => {
    await page.goto("/company-overview");
    const { from, isnp, submit } = filterBar(page);
    const start = await from.inputValue();
    await openFilters(page);
    await isnp.selectOption("ISNP Patients Only");
    await from.fill(daysBefore(start, 30));
    await submit.click();
    await expect(page).toHaveURL(/isnp=true/);
    await expect(isnp).toHaveValue("true");
    await page.goBack();
    await expect(page).toHaveURL(/company-overview$/);
    await expect(isnp).toHaveValue("false");
    await expect(from).toHaveValue(start);

    await openFilters(page);
    await isnp.selectOption("ISNP Patients Only");
    await page.goto("/search");
    await page.goBack();
    await expect(isnp).toHaveValue("false");
  });
});
