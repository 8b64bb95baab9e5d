import type { Locator, Page } from "@playwright/test";
import { cookiesOf } from "./support/accounts";
import { awake } from "./support/panels";
import { column, list, rows } from "./support/screens";
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

/** Whole numbers as the screen writes them. */
async function numbers(page: Page, title: string, label: string) {
  const texts = await column(list(page, title), label);
  return texts.map((text) => Number.parseFloat(text.replaceAll(",", "")));
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

test.describe("lists of patients", () => {
  test.use({ storageState: cookiesOf("demo-physician") });

  test(
    "a new order begins with its first row, and the frailty filter keeps the patients of one band",
    { tag: ["@at-length", "@no-scripts-at-length"] },
    async ({ page }) => {
      await page.goto("/");
      const table = list(page, "Patient List");
      const isScrolledPast = () =>
        table.evaluate((one) => one.getBoundingClientRect().top < 0);
      await rows(table).nth(40).scrollIntoViewIfNeeded();
      await page.evaluate(() => scrollBy(0, 400));
      expect(await isScrolledPast()).toBe(true);
      await sortBy(table, "Frailty score");
      await expect.poll(isScrolledPast).toBe(false);

      const all = await numbers(page, "Patient List", "Frailty score");
      const bands = [
        ["High", (score: number) => score >= 6],
        ["Med", (score: number) => score >= 3 && score <= 5],
        ["Low", (score: number) => score >= 0 && score <= 2],
      ] as const;
      for (const [name, belongs] of bands) {
        await page
          .getByRole("navigation", { name: "Frailty filter" })
          .getByRole("link", { name })
          .click();
        await expect(page).toHaveURL(
          new RegExp(`frailty=${name.toLowerCase()}`),
        );
        const wanted = all.filter((score) => belongs(score)).length;
        await expect(
          // Scripts say it once more, with the band, to those who do not see it.
          page.getByText(`${wanted} of ${all.length} patients`, {
            exact: true,
          }),
        ).toBeVisible();
        if (wanted === 0) {
          await expect(
            page.getByText("No results found for this search."),
          ).toBeVisible();
          continue;
        }
        await expect(
          list(page, "Patient List").locator("tbody tr"),
        ).toHaveCount(wanted);
        const shown = await numbers(page, "Patient List", "Frailty score");
        expect(shown.every((score) => belongs(score))).toBe(true);
      }
    },
  );
});
