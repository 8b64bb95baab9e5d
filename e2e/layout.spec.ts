import type { Page } from "@playwright/test";
import { cookiesOf } from "./support/accounts";
import { sheetsOf } from "./support/paper";
import {
  cutTexts,
  enlargeText,
  smallTargets,
  spaceText,
  whatMoves,
} from "./support/adaptation";
import { SCREENS } from "./support/pages";
import { expect, test } from "./support/test";

const WIDTHS = [320, 360, 640, 768, 1024, 1280, 1920];

async function sidewaysOverflow(page: Page): Promise<number> {
  return page.evaluate(
    () =>
      document.documentElement.scrollWidth -
      document.documentElement.clientWidth,
  );
}

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

for (const { name, account, open } of SCREENS) {
  test.describe(name, () => {
    test.use({ storageState: account ? cookiesOf(account) : undefined });

    test(`${name} never scrolls sideways, from 320 to 1920 px, nor with its text spaced or of twice the size; its targets are large, and where motion is not wanted nothing moves`, async ({
      page,
    }) => {
      await open(page);
      for (const width of WIDTHS) {
        await page.setViewportSize({ width, height: 800 });
        expect(await sidewaysOverflow(page), `at ${width} px`).toBe(0);
        if (width === 360 || width === 1280) {
          expect(await smallTargets(page), `at ${width} px`).toEqual([]);
        }
      }
      await page.setViewportSize({ width: 320, height: 800 });
      await spaceText(page);
      expect(await sidewaysOverflow(page), "with spaced text").toBe(0);
      expect(await cutTexts(page), "with spaced text").toEqual([]);
      await page.emulateMedia({ reducedMotion: "reduce" });
      expect(await whatMoves(page)).toEqual([]);
      await page.setViewportSize({ width: 360, height: 740 });
      await enlargeText(page);
      expect(await sidewaysOverflow(page), "with large text").toBe(0);
    });
  });
}

test.describe("a list of many columns", () => {
  test.use({ storageState: cookiesOf("demo-facility") });

  test("the physician list is whole at 1280 and at 1024 px, and has a scroller of its own at 360", async ({
    page,
  }) => {
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
  });
});

test.describe("on paper", () => {
  test.use({ storageState: cookiesOf("demo-facility") });

  test("a profile prints its figures, its range and the confidentiality line, and no chrome", async ({
    page,
  }) => {
    await page.emulateMedia({ media: "print" });
    await page.goto("/");
    await expect(page.getByRole("heading", { level: 1 })).toBeVisible();
    await expect(page.getByRole("table").first()).toBeVisible();
    expect(await sheetRules(page)).toContain(
      "Confidential Information for quality assurance and performance improvement.",
    );
    await expect(page.getByText(/^From Date \d\d\/\d\d\/\d{4}/)).toBeVisible();
    await expect(
      page
        .getByRole("table")
        .first()
        .getByText(/^Facility Profile .+ · \d\d/),
    ).toBeVisible();
    await expect(page.getByRole("button", { name: "Log out" })).toBeHidden();
    await expect(page.getByRole("button", { name: "Submit" })).toBeHidden();
  });

  test("a profile takes two sheets of either format, and leaves none empty", async ({
    page,
  }) => {
    await page.goto("/");
    await expect(page.locator("svg[aria-label*='control chart']")).toHaveCount(
      5,
    );
    expect(await sheetsOf(page, "A4")).toBe(2);
    expect(await sheetsOf(page, "Letter")).toBe(2);
  });

  test("a wide list is printed whole", async ({ page }) => {
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
  });
});
