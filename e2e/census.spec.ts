import type { Locator, Page } from "@playwright/test";
import { cookiesOf } from "./support/accounts";
import { expect, test } from "./support/test";

test.use({ storageState: cookiesOf("demo-company") });

/** Its address names a place of the page until scripts run. */
function sort(page: Page): Locator {
  return page.getByRole("link", { name: "Facility", exact: true });
}

for (const width of [1280, 360]) {
  test.describe(`${width} px wide`, () => {
    test.use({ viewport: { width, height: 700 } });

    test(
      "a list that is opened far down is in view with its heading focused, and closing it leads back to its link",
      { tag: ["@at-length", "@no-scripts-at-length"] },
      async ({ page, scripts }) => {
        await page.goto("/census");
        if (scripts) await expect(sort(page)).not.toHaveAttribute("href", /#/);
        const opener = page
          .getByRole("link", { name: /stays? without a physician/ })
          .last();
        await opener.click();
        const heading = page.getByRole("heading", {
          name: "Stays without a physician",
        });
        await expect(heading).toBeInViewport();
        if (scripts) await expect(heading).toBeFocused();
        await page.getByRole("link", { name: "Close the list" }).click();
        await expect(heading).toHaveCount(0);
        await expect(opener).toBeInViewport();
        if (scripts) await expect(opener).toBeFocused();
      },
    );
  });
}
