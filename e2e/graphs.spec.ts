import type { Locator, Page } from "@playwright/test";
import { cookiesOf } from "./support/accounts";
import { awake, cellsOf, panel } from "./support/panels";
import { expect, test } from "./support/test";

const SMALL = ["30 Day RTH", "30 Day OP Ed Visits"];
const LARGE = [
  "Hosp/1000 Days of Care",
  "ED/1000 Days of Care",
  "ADM/1000 LT Pt. Months",
];
const TITLES = [...SMALL, ...LARGE];
const TAGS = ["rth_30", "ed_30", "hosp_1000", "ed_1000", "adm_1000"];
const ALL_MONTHLY = `mom=${TAGS.join(",")}`;

/** What every graph says on its page, and in full: how the latest month stands, and how many were unusual. */
const FINDING =
  /Latest month: (within limits|unusually (high|low)|drifting (up|down) since \w+ \d{4}|too few to say)\.( \d+ of 18 months (was|were) unusual\.)?/;

/** What stands behind it in full: months, mean, the latest with its limits. */
const SENTENCE =
  /18 months,.* mean [\d.,]+%?\. (Latest,|12 months to) [A-Z]\w+ \d{4}: [\d.,]+%?/s;

const TABLE =
  /^(No|No rate|No limits|Above upper limit|Below lower limit: unusually low)$/;

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

test.describe("a graph", () => {
  test.use({ storageState: cookiesOf("demo-company") });

  test(
    "its toggle changes it alone, and the address keeps it",
    { tag: ["@at-length", "@no-scripts-at-length"] },
    async ({ page, scripts }) => {
      await page.goto("/company-overview?sort=name&dir=desc");
      await awake(page, scripts);
      const switched = "30 Day OP Ed Visits";
      const before = await card(page, switched).innerText();
      const modes = card(page, switched);
      await modes.getByRole("link", { name: "Month over month" }).click();
      await expect(page).toHaveURL(/\?sort=name&dir=desc&mom=ed_30(#.*)?$/);
      await page.reload();
      await expect(picture(page, switched, "Month over month")).toBeVisible();
      expect(await card(page, switched).innerText()).not.toBe(before);
      await expect(
        modes.getByRole("link", { name: "Month over month" }),
      ).toHaveAttribute("aria-current", "true");
      for (const title of TITLES.filter((one) => one !== switched)) {
        await expect(picture(page, title, "Rolling 12 month")).toHaveCount(1);
      }
      await modes.getByRole("link", { name: "Rolling 12 month" }).click();
      await expect(page).toHaveURL(/\?sort=name&dir=desc(#.*)?$/);
      await expect(picture(page, switched, "Rolling 12 month")).toBeVisible();
    },
  );

  test(
    "in full it has a table of 18 months, keeps its own toggle, and Close leads back",
    { tag: ["@at-length", "@no-scripts-at-length"] },
    async ({ page, scripts }) => {
      await page.goto("/company-overview");
      await awake(page, scripts);
      const title = "Hosp/1000 Days of Care";
      await page.getByRole("link", { name: `Full screen ${title}` }).click();
      const full = panel(page, scripts, title);
      await expect(full).toBeVisible();
      if (!scripts) await expect(full).toBeInViewport();
      await full.getByRole("link", { name: "Month over month" }).click();
      await expect(page).toHaveURL(/mom=hosp_1000&graph=hosp_1000/);
      await expect(full).toContainText(FINDING);
      await expect(full).toContainText(SENTENCE);
      const drawn = full.locator(
        `svg[aria-label="${title} control chart, Month over month"]`,
      );
      await expect(drawn).toHaveCount(1);
      const labels = await drawn.locator(".labels text").allTextContents();
      expect(labels).toHaveLength(18);
      for (const label of labels) expect(label).toMatch(/^[A-Z][a-z]{2}/);
      for (const label of labels.slice(12)) expect(label).toMatch(/\d{4}$/);

      const region = full.getByRole("region", {
        name: `${title}, month by month`,
      });
      const { height } = (await region.boundingBox()) ?? {};
      expect(height).toBe(300);
      expect(
        await region.evaluate((node) => node.scrollHeight > node.clientHeight),
      ).toBe(true);
      const heads = await region.getByRole("columnheader").allInnerTexts();
      expect(heads).toContain("Mean");
      const at = heads.indexOf("Outside limits");
      const rows = await cellsOf(region.getByRole("table"));
      expect(rows).toHaveLength(18);
      for (const row of rows) {
        expect(row[0]).toMatch(/^[A-Z]\w+ \d{4}$/);
        expect(row[at]).toMatch(TABLE);
      }

      await full.getByRole("link", { name: "Close" }).click();
      await expect(full).toBeHidden();
      await expect(page).toHaveURL(/company-overview\?mom=hosp_1000(#.*)?$/);
      const opener = page.locator("#open-graph-hosp_1000");
      if (scripts) await expect(opener).toBeFocused();
      else await expect(opener).toBeInViewport();
    },
  );

  test(
    "in full it goes back 36 months and back to 18, and a closed one keeps the wish",
    { tag: ["@at-length", "@no-scripts-at-length"] },
    async ({ page, scripts }) => {
      const title = "30 Day RTH";
      await page.goto("/company-overview?graph=rth_30");
      await awake(page, scripts);
      const full = panel(page, scripts, title);
      const months = full.getByRole("region", {
        name: `${title}, month by month`,
      });
      const rows = months.getByRole("rowheader");
      await expect(rows).toHaveCount(18);
      const newest = await rows.last().textContent();
      const card18 = await card(page, "30 Day OP Ed Visits").textContent();

      await full.getByRole("link", { name: "Show 36 months" }).click();
      await expect(page).toHaveURL(/\?months=36&graph=rth_30(#panel)?$/);
      await expect(rows).toHaveCount(36);
      await expect(full).toContainText("These are 36 months, as you asked.");
      await expect(full).toContainText(/36 months,.* mean [\d.]+%/);
      await expect(rows.last()).toHaveText(newest ?? "");
      expect(await card(page, "30 Day OP Ed Visits").textContent()).toBe(
        card18,
      );
      const labels = full.locator("svg.chart .labels text");
      await expect(labels).toHaveCount(12);
      if (scripts) {
        // Where it was pressed the focus stays.
        await expect(
          full.getByRole("link", { name: "Back to 18 months" }),
        ).toBeFocused();
      }
      await page.setViewportSize({ width: 360, height: 800 });
      expect(
        await page.evaluate(
          () =>
            document.documentElement.scrollWidth -
            document.documentElement.clientWidth,
        ),
      ).toBe(0);

      await full.getByRole("link", { name: "Month over month" }).click();
      await expect(page).toHaveURL(/months=36&mom=rth_30&graph=rth_30/);
      await expect(rows).toHaveCount(36);
      await full.getByRole("link", { name: "Close" }).click();
      await expect(page).toHaveURL(/\?mom=rth_30&months=36(#.*)?$/);
      await expect(full).toBeHidden();
      await page.getByRole("link", { name: `Full screen ${title}` }).click();
      await expect(rows).toHaveCount(36);
      await full.getByRole("link", { name: "Back to 18 months" }).click();
      await expect(page).toHaveURL(/\?mom=rth_30&graph=rth_30(#panel)?$/);
      await expect(rows).toHaveCount(18);
      await expect(full).not.toContainText("as you asked");
    },
  );

  test(
    "a month outside of its limits is told by a sentence, a word in the table, and a mark with its value",
    { tag: ["@at-length", "@no-scripts-at-length"] },
    async ({ page, scripts }) => {
      const found = await findViolation(page);
      const { path, tag, title } = found;
      await page.goto(`${path}?mom=${tag}&graph=${tag}`);
      const full = panel(page, scripts, title);
      const told = /(above|below) the (?:upper|lower) limit: (\w+ \d{4})/;
      await expect(full).toContainText(told);
      const [, side, month] = told.exec(await full.innerText()) ?? [];
      const region = full.getByRole("region", {
        name: `${title}, month by month`,
      });
      const row = (await cellsOf(region.getByRole("table"))).find(
        ([name]) => name === month,
      );
      expect(row).toContain(
        side === "above"
          ? "Above upper limit"
          : "Below lower limit: unusually low",
      );
      const marks = await full
        .locator('svg[role="img"] .violation text')
        .allTextContents();
      expect(marks).toContain(row?.[2]);
    },
  );
});

interface Violation {
  path: string;
  tag: string;
  title: string;
}

/** Walks down the company until a page draws a month outside of its limits. */
async function findViolation(page: Page): Promise<Violation> {
  const paths = ["/company-overview"];
  for (const path of paths) {
    await page.goto(`${path}?${ALL_MONTHLY}`);
    for (const [index, title] of TITLES.entries()) {
      const drawn = card(page, title).locator(".violation");
      if ((await drawn.count()) > 0) {
        return { path, tag: TAGS[index] ?? "", title };
      }
    }
    const children = await page
      .locator("#list tbody th a")
      .evaluateAll((links) => links.map((link) => link.getAttribute("href")));
    paths.push(
      ...children.flatMap((href) => (href ? [href.replace(/\?.*/, "")] : [])),
    );
  }
  throw new Error("No page draws a month outside of its limits.");
}
