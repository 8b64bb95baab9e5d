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

const EXPLORABLE = /explorable-chart/;

/** The picture that the server has drawn. */
function picture(place: Locator, title: string): Locator {
  return place.getByRole("img", { name: `${title} control chart` });
}

test.describe("a graph to explore", () => {
  test.use({ storageState: cookiesOf("demo-region") });

  test("comes in full screen only, and its months can be read by arrow keys", async ({
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
    const slider = full.getByRole("slider");
    await expect(slider).toBeVisible();
    expect(files.filter((file) => EXPLORABLE.test(file))).toHaveLength(1);
    await expect(picture(full, "30 Day RTH")).toHaveCount(0);
    const months = (await cellsOf(full.getByRole("table"))).map(
      ([month, , rate]) => ({ month: month ?? "", rate: rate ?? "" }),
    );
    const readout = full.locator(".chart-readout");
    await slider.focus();
    for (const [key, at] of [
      ["ArrowLeft", 17],
      ["ArrowLeft", 16],
      ["Home", 0],
      ["ArrowRight", 1],
      ["End", 17],
    ] as const) {
      await page.keyboard.press(key);
      const { month, rate } = months[at] ?? { month: "?", rate: "?" };
      await expect(slider).toHaveAttribute(
        "aria-valuetext",
        new RegExp(`^${month}: ${rate}, [a-z: ]+$`),
      );
      await expect(readout).toContainText(month);
      await expect(readout).toContainText(rate);
    }
    const at = (index: number) =>
      expect(slider).toHaveAttribute(
        "aria-valuetext",
        new RegExp(`^${months[index]?.month ?? "?"}: `),
      );
    await page.keyboard.press("Home");
    await full.getByRole("button", { name: "Zoom in" }).click();
    await at(0);
    await expect(readout).toContainText(months[0]?.month ?? "?");
    // The nine months in sight are those around the chosen one.
    await slider.focus();
    await page.keyboard.press("End");
    await at(8);
    await expect(
      full.getByRole("button", { name: "All months" }),
    ).toBeEnabled();

    // Escape closes the bubble that the pointer has brought up, and only then the dialog.
    const bubble = full.locator(".apexcharts-tooltip");
    await slider.locator("svg").first().hover();
    await expect(bubble).toHaveCSS("opacity", "1");
    await page.keyboard.press("Escape");
    await expect(bubble).toHaveCSS("opacity", "0");
    await expect(full).toBeVisible();
    await page.keyboard.press("Escape");
    await expect(full).toBeHidden();
    await expect(page.locator("#open-graph-rth_30")).toBeFocused();
  });

  test("is not fetched for those who save data, and where it cannot be had the picture stays", async ({
    context,
    page,
  }) => {
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
    await expect(full.getByRole("slider")).toHaveCount(0);
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
  });
});
