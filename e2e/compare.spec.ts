import { cookiesOf } from "./support/accounts";
import { awake, cellsOf, numberIn, ownPath, panel } from "./support/panels";
import { title } from "./support/screens";
import { expect, test } from "./support/test";

/** The measures to compare physicians by, and how many of what a rate is of. */
const MEASURES = [
  ["30 Day RTH", "rth", 100],
  ["30 Day OP Ed Visits", "ed", 100],
  ["Hosp/1000 Days of Care", "h_1000", 1000],
] as const;

const VERDICTS =
  /^(Above the upper limit|Below the lower limit|Within limits|Too few to judge|Unknown)$/;

const STANDS_OUT =
  /(All [\d,]+ are within their limits\. Chance alone|(is|are) (above|below) the (upper|lower) limit|Only one can be judged\. It is within|None has enough)/;

test.use({ storageState: cookiesOf("demo-facility") });

test(
  "physicians are compared from their list, and each leads to its page",
  { tag: "@at-length" },
  async ({ page }) => {
    const path = await ownPath(page);
    await awake(page, true);
    const listed = await cellsOf(page.locator("#list table"));
    await page.getByRole("link", { name: "Compare physicians" }).click();
    for (const [measure, tag, of] of MEASURES) {
      const open = panel(page, true, `Compare physicians: ${measure}`);
      const navigation = page.getByRole("navigation", { name: "Measure" });
      if (tag !== "rth") {
        await navigation.getByRole("link", { name: measure }).click();
      }
      await expect(page).toHaveURL(new RegExp(`[?&]compare=${tag}\\b`));
      await expect(open).toContainText(STANDS_OUT);
      await expect(
        navigation.getByRole("link", { name: measure }),
      ).toHaveAttribute("aria-current", "true");

      const rows = await cellsOf(open.getByRole("table"));
      expect(rows.map(([name]) => name).sort()).toEqual(
        listed.map(([name]) => name).sort(),
      );
      for (const [, , verdict] of rows) expect(verdict).toMatch(VERDICTS);
      const row = open.locator("tbody tr").first();
      const box = await row.getByRole("rowheader").boundingBox();
      const rate = await row.getByRole("cell").first().boundingBox();
      expect((box?.x ?? 0) + (box?.width ?? 0)).toBeCloseTo(rate?.x ?? 0, 0);
      // The mean of all is that of what the table counts.
      const sum = (at: number) =>
        rows.reduce((total, row) => total + numberIn(row[at] ?? ""), 0);
      const said = await open.getByText(/^Mean of all: /).innerText();
      const [mean, events] = said.split(" (").map(numberIn);
      expect(sum(5)).toBe(events);
      expect((sum(5) / sum(6)) * of).toBeCloseTo(mean ?? NaN, 1);
    }

    const [lastMeasure, lastTag] = MEASURES[2];
    const open = panel(page, true, `Compare physicians: ${lastMeasure}`);
    const first = open.getByRole("rowheader").getByRole("link").first();
    const name = await first.innerText();
    await first.click();
    await expect(page).not.toHaveURL(/compare=/);
    await expect(page).toHaveURL(/\/physician-profile\/\d+\?facility-id=\d+$/);
    await expect(title(page)).toContainText(" Profile");
    await expect(page.getByRole("main")).toContainText(
      name.split(",")[0] ?? name,
    );

    await page.goBack();
    await expect(page).toHaveURL(new RegExp(`compare=${lastTag}`));
    await open.getByRole("link", { name: "Close" }).click();
    await expect(open).toBeHidden();
    await expect(page).toHaveURL(new RegExp(`${path}(#.*)?$`));
    const opener = page.getByRole("link", { name: "Compare physicians" });
    await expect(opener).toBeFocused();
  },
);
