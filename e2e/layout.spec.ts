import type { Page } from "@playwright/test";
import { cookiesOf } from "./support/accounts";
import { sheetsOf } from "./support/paper";
import { expect, test } from "./support/test";

/** The style rules of the paper itself: what stands in the margin of every sheet. */
async function sheetRules(page: Page): Promise<string> {
  return page.evaluate(() =>
    Array.from(document.styleSheets)
      .flatMap((sheet) => Array.from(sheet.cssRules))
      .map((rule) => rule.cssText)
      .filter((text) => text.includes("@page"))
      .join(),
  );
}

test.describe("a list of many columns", () => {
  test.use({ storageState: cookiesOf("demo-facility") });

  test(
    "the physician list is whole at 1280 and at 1024 px, and has a scroller of its own at 360",
    { tag: "@no-scripts-at-length" },
    async ({ page }) => {
      const hidden = () =>
        page
          .getByRole("region", { name: "Physician List table" })
          .evaluate((region) => region.scrollWidth - region.clientWidth);
      await page.setViewportSize({ width: 1280, height: 800 });
      await page.goto("/");
      expect(await hidden()).toBe(0);
      await page.setViewportSize({ width: 1024, height: 800 });
      expect(await hidden()).toBe(0);
      await page.setViewportSize({ width: 360, height: 800 });
      expect(await hidden()).toBeGreaterThan(0);
    },
  );
});

test.describe("on paper", () => {
  test.use({ storageState: cookiesOf("demo-facility") });

  test(
    "a profile prints its figures, its range and the confidentiality line, and no chrome",
    { tag: ["@at-length", "@no-scripts-at-length"] },
    async ({ page }) => {
      await page.emulateMedia({ media: "print" });
      await page.goto("/");
      await expect(page.getByRole("heading", { level: 1 })).toBeVisible();
      await expect(page.getByRole("table").first()).toBeVisible();
      expect(await sheetRules(page)).toContain(
        "Confidential Information for quality assurance and performance improvement.",
      );
      await expect(
        page.getByText(/^From Date \d\d\/\d\d\/\d{4}/),
      ).toBeVisible();
      await expect(
        page
          .getByRole("table")
          .first()
          .getByText(/^Facility Profile .+ · \d\d/),
      ).toBeVisible();
      await expect(page.getByRole("button", { name: "Log out" })).toBeHidden();
      await expect(page.getByRole("button", { name: "Submit" })).toBeHidden();
    },
  );

  test(
    "a profile takes two sheets of either format, and leaves none empty",
    { tag: ["@at-length", "@no-scripts-at-length"] },
    async ({ page }) => {
      await page.goto("/");
      await expect(
        page.locator("svg[aria-label*='control chart']"),
      ).toHaveCount(5);
      expect(await sheetsOf(page, "A4")).toBe(2);
      expect(await sheetsOf(page, "Letter")).toBe(2);
    },
  );

  test(
    "a wide list is printed whole",
    { tag: ["@at-length", "@no-scripts-at-length"] },
    async ({ page }) => {
      await page.emulateMedia({ media: "print" });
      // What a letter sheet has between its margins.
      await page.setViewportSize({ width: 725, height: 960 });
      await page.goto("/");
      const hidden = await page.getByRole("table").evaluateAll(
        (tables) =>
          tables.filter((table) => {
            const region = table.parentElement;
            return region
              ? region.scrollHeight > region.clientHeight + 1 ||
                  region.scrollWidth > region.clientWidth
              : false;
          }).length,
      );
      expect(hidden).toBe(0);
    },
  );
});
