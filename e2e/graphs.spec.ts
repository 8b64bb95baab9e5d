import type { Locator, Page } from "@playwright/test";
import { cookiesOf } from "./support/accounts";
import { expect, test } from "./support/test";

const SMALL = ["30 Day RTH", "30 Day OP Ed Visits"];
const LARGE = [
  "Hosp/1000 Days of Care",
  "ED/1000 Days of Care",
  "ADM/1000 LT Pt. Months",
];
const TITLES = [...SMALL, ...LARGE];

/** What every graph says on its page, and in full: how the latest month stands, and how many were unusual. */
const FINDING =
  /Latest month: (within limits|unusually (high|low)|drifting (up|down) since \w+ \d{4}|too few to say)\.( \d+ of \d+( judged)? months (was|were) unusual\.)?/;

/** The card of a graph on the page. */
function card(page: Page, title: string): Locator {
  return page.getByRole("region", { name: title, exact: true });
}

function picture(place: Page | Locator, title: string, mode: string): Locator {
  return place.getByRole("img", { name: `${title} control chart, ${mode}` });
}

for (const account of ["demo-company", "demo-physician"] as const) {
  test.describe(`the graphs of ${account}`, () => {
    test.use({ storageState: cookiesOf(account) });

    test(
      `the graphs of ${account} are five, two small and three large, each with its sentence and 18 months`,
      { tag: ["@at-length", "@no-scripts-at-length"] },
      async ({ page }) => {
        await page.goto("/");
        await expect(
          page.getByRole("img", { name: /control chart/ }),
        ).toHaveCount(5);
        const heights = [];
        for (const title of TITLES) {
          await expect(card(page, title)).toContainText(FINDING);
          const drawn = picture(card(page, title), title, "Rolling 12 month");
          await expect(drawn).toBeVisible();
          const { height = 0 } = (await drawn.boundingBox()) ?? {};
          heights.push(Math.round(height));
          // Every third month, and under the first of a year the year.
          const labels = await drawn.locator(".labels text").allTextContents();
          expect(labels).toHaveLength(6);
          for (const label of labels) {
            expect(label).toMatch(/^(Jan\d{4}|(Apr|Jul|Oct)(\d{4})?)$/);
          }
          expect(
            labels.filter((label) => /\d/.test(label)).length,
          ).toBeLessThan(3);
        }
        const [small, second, large, ...rest] = heights;
        expect(second).toBe(small);
        expect(large).toBeGreaterThan(small ?? Infinity);
        expect(rest).toEqual([large, large]);
      },
    );
  });
}
