import type { Page } from "@playwright/test";
import { cookiesOf } from "./support/accounts";
import { tabTo } from "./support/keys";
import { title } from "./support/screens";
import { expect, test } from "./support/test";

test.use({ storageState: cookiesOf("demo-facility") });

const TAGS = { tag: ["@no-scripts"] };

/** The tabs that can be seen, and what opens beside them, without their counts. */
async function waysOf(page: Page): Promise<string[]> {
  const ways = page.locator(".page-nav > ul > li").filter({ visible: true });
  const texts = await ways.locator("> a, summary").allInnerTexts();
  return texts.map((text) => text.replace(/\s*\d.*$/s, "").trim());
}

test(
  "the tabs of a place are the same on each of its pages, and its menus open and close by keys alone",
  TAGS,
  async ({ page, scripts }) => {
    await page.goto("/", { waitUntil: "networkidle" });
    const current = page.locator(".page-nav a[aria-current=page]");
    await expect(current).toHaveText("Overview");
    const before = await waysOf(page);
    expect(before).toEqual([
      "Overview",
      "Today",
      "Transfers",
      "Reviews",
      "Signals",
      "Print",
    ]);

    await tabTo(page, { tag: "A", name: /^Signals$/ });
    await page.keyboard.press("Enter");
    await expect(title(page)).toHaveText(/^Signals/);
    await expect(current).toHaveText("Signals");
    expect(await waysOf(page)).toEqual([...before, "Export"]);

    await page.reload({ waitUntil: "networkidle" });
    await tabTo(page, { tag: "SUMMARY", name: /^Print$/ });
    const sheet = page.getByRole("link", { name: "Huddle sheet" });
    await expect(sheet).toHaveCount(0);
    await page.keyboard.press("Enter");
    await expect(sheet).toBeVisible();
    await page.keyboard.press(scripts ? "Escape" : "Enter");
    await expect(sheet).toHaveCount(0);
    await page.keyboard.press("Enter");
    await page.keyboard.press("Tab");
    await expect(sheet).toBeFocused();
    if (scripts) {
      // Who goes on leaves it closed behind them.
      await tabTo(page, { tag: "SUMMARY", name: /^Export$/ });
      await expect(sheet).toHaveCount(0);
      await page.keyboard.press("Shift+Tab");
      await page.keyboard.press("Enter");
      await page.keyboard.press("Tab");
    }
    await page.keyboard.press("Enter");
    await expect(page).toHaveURL(/view=huddle/);
  },
);

test.describe("on a phone", () => {
  const PHONE = { width: 360, height: 740 };
  test.use({ viewport: PHONE });

  test(
    "the tabs are a bar at the bottom, which covers nothing of the page's end, and 'More' has the others",
    TAGS,
    async ({ page }) => {
      await page.goto("/", { waitUntil: "networkidle" });
      expect(await waysOf(page)).toEqual([
        "Overview",
        "Today",
        "Transfers",
        "Reviews",
        "More",
      ]);
      const bar = (await page.locator(".page-nav").boundingBox())!;
      expect(bar.y + bar.height).toBe(PHONE.height);
      await page.evaluate(() => scrollTo(0, document.body.scrollHeight));
      const last = page.getByRole("contentinfo").locator("p").last();
      const end = (await last.boundingBox())!;
      expect(end.y + end.height).toBeLessThanOrEqual(bar.y);

      const more = page.locator(".page-nav summary").getByText("More");
      await more.click();
      const menu = page.locator(".page-nav details[open] > div");
      const box = (await menu.boundingBox())!;
      expect(box.x).toBeGreaterThanOrEqual(0);
      expect(box.x + box.width).toBeLessThanOrEqual(PHONE.width);
      expect(box.y).toBeGreaterThanOrEqual(0);
      expect(box.y + box.height).toBeLessThanOrEqual(bar.y);
      await menu.getByRole("link", { name: "Signals" }).click();
      await expect(title(page)).toHaveText(/^Signals/);
      await page.locator(".page-nav").getByText("Overview").click();
      await expect(title(page)).toHaveText(/^Facility Profile/);
    },
  );
});
