import { cookiesOf } from "./support/accounts";
import { openFilters } from "./support/panels";
import { expect, test } from "./support/test";

test.describe("for the company", () => {
  test.use({ storageState: cookiesOf("demo-company") });

  test("a filter that was chosen and not sent is gone on the way back from another page", async ({
    page,
  }) => {
    await page.goto("/company-overview");
    await openFilters(page);
    const isnp = page.getByLabel("ISNP", { exact: true });
    await isnp.selectOption("ISNP Patients Only");
    await page.goto("/search");
    await page.goBack();
    await expect(isnp).toHaveValue("false");
  });
});
