import type { Locator, Page } from "@playwright/test";
import { cookiesOf } from "./support/accounts";
import { awake, figureButton, panel } from "./support/panels";
import { expect, test } from "./support/test";

/** True while the focus is in an element. */
function holdsFocus(element: Locator): Promise<boolean> {
  return element.evaluate((node) => node.contains(document.activeElement));
}

async function expectTarget(page: Page, element: Locator): Promise<void> {
  await expect(element).toBeInViewport();
  expect(await element.evaluate((node) => node.matches(":target"))).toBe(true);
}

test.describe("the figures of a company", () => {
  test.use({ storageState: cookiesOf("demo-company") });

  test(
    "an inspector in the address is open from the start, and Close leads back to its figure",
    { tag: "@no-scripts" },
    async ({ page, scripts }) => {
      await page.goto("/company-overview?sort=name&inspect=rth");
      const inspector = panel(page, scripts, "RTH/RTH%");
      await expect(inspector).toContainText("How it is worked out");
      await inspector.getByRole("link", { name: "Close" }).click();
      await expect(inspector).toBeHidden();
      await expect(page).toHaveURL(
        /company-overview\?sort=name&dir=asc(#.*)?$/,
      );
      if (scripts) await expect(figureButton(page, "rth")).toBeFocused();
      else await expectTarget(page, figureButton(page, "rth"));
    },
  );

  test(
    "a figure opens where it is read on: in a dialog that holds the focus, or where the page lands",
    { tag: "@no-scripts-at-length" },
    async ({ page, scripts }) => {
      await page.goto("/company-overview");
      await awake(page, scripts);
      const opener = figureButton(page, "ed_1000");
      await opener.focus();
      const holder = () =>
        page.evaluate(() => getComputedStyle(document.body).position);
      const before = await holder();
      await page.keyboard.press("Enter");
      const inspector = panel(page, scripts, "ED/1000");
      if (!scripts) {
        await expectTarget(page, inspector);
        return;
      }
      await expect(inspector).toBeVisible();
      await expect.poll(() => holdsFocus(inspector)).toBe(true);
      // Where the body begins to hold what is placed in it, Firefox makes the page again, and a screen reader loses its place.
      expect(await holder()).toBe(before);
      // The page behind it cannot be read or pressed.
      await expect(page.getByRole("heading", { level: 1 })).toHaveCount(0);
      await expect(page.getByRole("button", { name: "Submit" })).toHaveCount(0);
      for (const way of ["Tab", "Tab", "Tab", "Shift+Tab", "Shift+Tab"]) {
        await page.keyboard.press(way);
        expect(await holdsFocus(inspector), `after ${way}`).toBe(true);
      }
      await page.keyboard.press("Escape");
      await expect(inspector).toBeHidden();
      await expect(opener).toBeFocused();
      await expect(page.getByRole("heading", { level: 1 })).toBeVisible();
    },
  );
});
