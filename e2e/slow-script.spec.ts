import { cookiesOf } from "./support/accounts";
import { awake, figureButton, panel } from "./support/panels";
import { expect, test } from "./support/test";

test.describe("a slow line", () => {
  test.use({ storageState: cookiesOf("demo-division") });

  test("the graphs that the server drew ask for no script, and outlast what happens on the page", async ({
    page,
  }) => {
    const asked: string[] = [];
    await page.route(/graph-figure-/, async (route) => {
      asked.push(route.request().url());
      await route.continue();
    });
    await page.goto("/");
    await awake(page, true);
    await page.waitForLoadState("networkidle");
    expect(asked).toEqual([]);

    await page.reload({ waitUntil: "commit" });
    const pictures = page.locator('svg[aria-label*="control chart"]');
    // Where scripts do not run yet, the figure opens as without any.
    await figureButton(page, "rth").click();
    await expect(page).toHaveURL(/inspect=rth/);
    await expect(pictures).toHaveCount(5);
    await awake(page, true);
    await expect(panel(page, true, "RTH/RTH%")).toBeVisible();
    await page.keyboard.press("Escape");
    await expect(pictures).toHaveCount(5);

    await page
      .getByRole("link", { name: /^Month over month/ })
      .first()
      .click();
    await expect(page).toHaveURL(/mom=rth_30/);
    await expect(
      page.locator(
        'svg[aria-label="30 Day RTH control chart, Month over month"]',
      ),
    ).toBeVisible();
    await expect(pictures).toHaveCount(5);
  });
});
