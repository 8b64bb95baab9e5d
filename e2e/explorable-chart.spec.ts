import type { Locator, Page } from "@playwright/test";
import { cookiesOf } from "./support/accounts";
import { awake, cellsOf, ownPath, panel } from "./support/panels";
import { expect, test } from "./support/test";

/** Files of scripts that a page asks for from now on. */
function scriptsOf(page: Page): string[] {
  const files: string[] = [];
  page.on("request", (request) => {
    const { pathname } = new URL(request.url());
    if (pathname.endsWith(".js")) files.push(pathname);
  });
  return files;
}

const EXPLORABLE = /pointed-chart/;

async function boxOf(drawn: Locator) {
  const box = await drawn.boundingBox();
  if (!box) throw new Error("It is not drawn.");
  return box;
}

/** The picture of a graph. */
function picture(place: Locator, title: string): Locator {
  return place.getByRole("img", { name: `${title} control chart` });
}

test.describe("a graph to explore", () => {
  test.use({ storageState: cookiesOf("demo-region") });

  test("comes in full screen only, tells the month under the pointer, and zooms by dragging and by buttons", async ({
    page,
  }) => {
    const files = scriptsOf(page);
    await page.goto("/");
    await awake(page, true);
    await page.waitForLoadState("networkidle");
    expect(files.length).toBeGreaterThan(0);
    expect(files.filter((file) => EXPLORABLE.test(file))).toEqual([]);

    await page.getByRole("link", { name: "Full screen 30 Day RTH" }).click();
    const full = panel(page, true, "30 Day RTH");
    const chart = full.locator(".apexcharts-svg");
    await expect(chart).toBeVisible();
    expect(files.filter((file) => EXPLORABLE.test(file))).toHaveLength(1);
    // The server's picture stays, and is more than half of the screen; what scripts add lies over its plot.
    const drawn = picture(full, "30 Day RTH");
    await expect(drawn).toBeVisible();
    const stage = await boxOf(drawn);
    const { height: screen } = page.viewportSize() ?? { height: 0 };
    expect(stage.height).toBeGreaterThanOrEqual(screen * 0.55 - 1);
    expect(stage.y + stage.height).toBeLessThanOrEqual(screen);
    const plot = await boxOf(drawn.locator(".grid-line"));
    const over = await boxOf(chart);
    expect(Math.abs(over.x - plot.x)).toBeLessThanOrEqual(3);
    expect(Math.abs(over.width - plot.width)).toBeLessThanOrEqual(6);
    expect(Math.abs(over.y - plot.y)).toBeLessThanOrEqual(3);
    expect(Math.abs(over.height - plot.height)).toBeLessThanOrEqual(6);

    const rows = await cellsOf(full.getByRole("table"));
    const tooltip = full.locator(".apexcharts-tooltip");
    const { x, y, width, height } = await boxOf(chart);
    await page.mouse.move(x + width / 2, y + height / 2);
    await expect(tooltip).toBeVisible();
    const told = await tooltip.innerText();
    const row = rows.find(([month]) => told.startsWith(`${month}:`));
    expect(told).toContain(row?.[2]);
    // Above the chart it hides nothing.
    const above = await boxOf(tooltip);
    expect(above.y + above.height).toBeLessThanOrEqual(y + 1);

    const months = drawn.locator(".labels text");
    await expect(months).toHaveCount(18);
    const zoomIn = full.getByRole("button", { name: "Zoom in" });
    await zoomIn.focus();
    await page.keyboard.press("Enter");
    await expect(months).toHaveCount(9);
    await expect(zoomIn).toBeFocused();
    const first = await months.first().textContent();
    await full.getByRole("button", { name: "Earlier" }).click();
    await expect(months.first()).not.toHaveText(first ?? "");
    await full.getByRole("button", { name: "Zoom out" }).click();
    await expect(months).toHaveCount(18);

    await page.mouse.move(x + width / 3, y + height / 2);
    await page.mouse.down();
    await page.mouse.move(x + width / 2, y + height / 2, { steps: 5 });
    await page.mouse.up();
    await expect.poll(() => months.count()).toBeLessThan(18);

    await page.keyboard.press("Escape");
    await expect(full).toBeHidden();
    await expect(page.locator("#open-graph-rth_30")).toBeFocused();
  });

  test(
    "is not fetched for those who save data, and where it cannot be had the picture stays",
    { tag: "@at-length" },
    async ({ context, page }) => {
      const path = `${await ownPath(page)}?graph=ed_30`;
      const title = "30 Day OP Ed Visits";
      // A page of its own: a missing file is what this one is about.
      const cutOff = await context.newPage();
      await cutOff.route(EXPLORABLE, (route) => route.abort());
      const failed = cutOff.waitForEvent("requestfailed");
      await cutOff.goto(path);
      expect((await failed).url()).toMatch(EXPLORABLE);
      const full = panel(cutOff, true, title);
      await expect(full).toBeVisible();
      await expect(picture(full, title)).toBeVisible();
      // Buttons zoom the picture itself.
      await full.getByRole("button", { name: "Zoom in" }).click();
      await expect(picture(full, title).locator(".labels text")).toHaveCount(9);
      await cutOff.close();

      await page.addInitScript(() => {
        Object.defineProperty(navigator, "connection", {
          value: { saveData: true },
        });
      });
      const files = scriptsOf(page);
      await page.goto(path);
      await expect(panel(page, true, title)).toBeVisible();
      await page.waitForLoadState("networkidle");
      expect(files.filter((file) => EXPLORABLE.test(file))).toEqual([]);
      await expect(picture(panel(page, true, title), title)).toBeVisible();
    },
  );
});
