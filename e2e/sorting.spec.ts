import type { Locator } from "@playwright/test";
import { cookiesOf } from "./support/accounts";
import { awake } from "./support/panels";
import { column, list } from "./support/screens";
import { expect, test } from "./support/test";

async function sortBy(table: Locator, label: string): Promise<void> {
  const head = table
    .getByRole("columnheader", { name: new RegExp(`^${label}`) })
    .first();
  const before = await head.getAttribute("aria-sort");
  await head.getByRole("link").or(head.getByRole("button")).click();
  await expect(head).toHaveAttribute(
    "aria-sort",
    before === "ascending" ? "descending" : "ascending",
  );
}

test.describe("lists of places", () => {
  test.use({ storageState: cookiesOf("demo-company") });

  test(
    "the way back to another order leaves the focus on the same place",
    { tag: "@at-length" },
    async ({ page }) => {
      await page.goto("/company-overview");
      await awake(page, true);
      const table = list(page, "Division List");
      await sortBy(table, "Name");
      await sortBy(table, "Name");
      // The server draws the rows in this order, and scripts those before.
      await page.reload();
      await awake(page, true);
      const names = await column(table, "Name");
      const link = table.getByRole("link", { name: names[0]!, exact: true });
      await link.focus();
      await page.goBack();
      await expect
        .poll(() => column(table, "Name"))
        .toEqual([...names].reverse());
      await expect(link).toBeFocused();
    },
  );
});
