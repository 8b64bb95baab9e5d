import { cookiesOf } from "./support/accounts";
import { chartFaults, unlikePlots } from "./support/chart-geometry";
import { ownPath } from "./support/panels";
import { expect, test } from "./support/test";

const MONTHLY = "mom=rth_30,ed_30,hosp_1000,ed_1000,adm_1000";

/** Screens with charts, and how many stand on each. */
const SCREENS = [
  ["the page, rolling", "", 5],
  ["the page, month over month", `?${MONTHLY}`, 5],
  ["the huddle sheet", `?view=huddle&${MONTHLY}`, 5],
  ["the full screen", `?${MONTHLY}&graph=hosp_1000`, 6],
  ["the full screen over 36 months", `?${MONTHLY}&months=36&graph=rth_30`, 6],
  ["the comparison", "?compare=rth", 6],
] as const;

const WIDTHS = [1280, 768, 360] as const;

for (const account of ["demo-company", "demo-facility"] as const) {
  test.describe(`the charts of ${account}`, () => {
    test.use({ storageState: cookiesOf(account) });

    for (const [screen, query, count] of SCREENS) {
      test(
        `the charts of ${account} on ${screen} have round points, and texts that meet nothing`,
        { tag: ["@at-length", "@no-scripts-at-length"] },
        async ({ page }) => {
          await page.goto((await ownPath(page)) + query);
          const charts = page.locator("svg.chart");
          await expect(charts).toHaveCount(count);
          if (query === "") {
            const [small, second, large, ...rest] = await charts.evaluateAll(
              (all) =>
                all.map((one) =>
                  Math.round(one.getBoundingClientRect().height),
                ),
            );
            expect(second).toBe(small);
            expect(large).toBeGreaterThan(small ?? Infinity);
            expect(rest).toEqual([large, large]);
          }
          for (const width of WIDTHS) {
            await page.setViewportSize({ width, height: 900 });
            expect(
              await page.evaluate(unlikePlots),
              `plots at ${width} px`,
            ).toEqual([]);
            await expect
              .poll(() => page.evaluate(chartFaults), {
                message: `${width} px`,
              })
              .toEqual([]);
          }
        },
      );
    }
  });
}
