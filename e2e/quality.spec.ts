import { cookiesOf } from "./support/accounts";
import { awake, cellsOf, numberIn, ownPath, panel } from "./support/panels";
import { expect, test } from "./support/test";

const TITLE = "Real-Time Hospitalization Metrics";
const MEASURES = [
  "30 Day RTH",
  "30 Day OP Ed Visits",
  "Hosp/1000 Days of Care",
  "ED/1000 Days of Care",
];
const EVENTS = "(returns?|ED visits?|hospitalizations?)";

for (const account of ["demo-company", "demo-facility"] as const) {
  test.describe(`the quality score of ${account}`, () => {
    test.use({ storageState: cookiesOf(account) });

    test(
      `the quality score of ${account} tells points, events and what would change them, and OK closes it`,
      { tag: "@at-length" },
      async ({ page, scripts }) => {
        const path = await ownPath(page);
        await awake(page, scripts);
        for (const block of ["SS Hosp Metrics", "LS Hosp Metrics"]) {
          const opener = page
            .getByRole("heading", { name: block })
            .locator("..")
            .getByRole("link", { name: TITLE });
          await opener.click();
          await expect(page).toHaveURL(/[?&]modal=quality/);
          const modal = panel(page, scripts, TITLE);
          await expect(modal.getByRole("table")).toHaveCount(4);
          await modal.getByRole("link", { name: "OK" }).click();
          await expect(modal).toBeHidden();
          await expect(page).toHaveURL(new RegExp(`${path}(#.*)?$`));
          await expect(opener).toBeInViewport();
        }

        await page.goto(`${path}?modal=quality`);
        const modal = panel(page, scripts, TITLE);
        const points: number[] = [];
        for (const measure of MEASURES) {
          const table = modal.getByRole("table", { name: measure });
          const rows = await cellsOf(table);
          expect(rows.map(([head]) => head?.replace(/ over .*/, ""))).toEqual([
            "Metric value",
            "Points, 15 to 150",
            "Qualifying events",
            "To gain points",
            "To lose points",
            "For full points",
          ]);
          const [metric, score, events, raise, lower, perfect] = rows.map(
            ([, value]) => value ?? "",
          );
          points.push(Number(score));
          // The metric is what it says that it counts.
          const [over = NaN, under = NaN] = (events ?? "")
            .split(" / ")
            .map(numberIn);
          const multiplier = metric?.endsWith("%") ? 100 : 1000;
          expect((over / under) * multiplier).toBeCloseTo(
            Number.parseFloat(metric ?? ""),
            1,
          );
          expect(raise).toMatch(
            new RegExp(`^([\\d,]+ fewer ${EVENTS}|Already perfect)$`),
          );
          expect(lower).toMatch(
            new RegExp(`^([\\d,]+ more ${EVENTS}|Cannot fall further)$`),
          );
          expect(perfect).toMatch(
            new RegExp(`^([\\d,]+ fewer ${EVENTS}|Already perfect)$`),
          );
        }
        for (const score of points) {
          expect(score).toBeGreaterThanOrEqual(15);
          expect(score).toBeLessThanOrEqual(150);
          expect(score % 15).toBe(0);
        }
        const total = points.reduce((sum, score) => sum + score, 0);
        await expect(modal).toContainText(
          new RegExp(
            `^${TITLE}\\s*The score covers \\d\\d/\\d\\d/\\d{4}–.*Total ${total} out of 600`,
          ),
        );
        await expect(modal).toContainText(
          new RegExp(`averages? ${total} quality points out of 600`),
        );
        await expect(modal).toContainText(
          /The points follow .* CMS chain .* effective [A-Z]\w+ \d{4}\./,
        );
        await expect(modal).toContainText("The rates are not risk-adjusted");
      },
    );
  });
}
