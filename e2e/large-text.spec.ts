import type { Page } from "@playwright/test";
import { cookiesOf } from "./support/accounts";
import { SCREENS } from "./support/pages";
import { expect, test } from "./support/test";

test.use({ viewport: { width: 360, height: 740 } });

/** How far a page is wider than the window once its text has twice its size, in pixels. */
function overflowOfLargeText(page: Page): Promise<number> {
  return page.evaluate(() => {
    document.documentElement.style.fontSize = "200%";
    return document.documentElement.scrollWidth - window.innerWidth;
  });
}

test.describe("with text of twice the size", () => {
  test.use({ storageState: cookiesOf("demo-company") });

  test("the frame of a page fits a phone", async ({ page }) => {
    // After it the foot says how old the data are.
    await page.goto("/company-overview");
    for (const path of ["/search?q=ar", "/patient-profile/1"]) {
      await page.goto(path);
      await expect(page.getByText(/^Data is accurate as of/)).toBeVisible();
      expect(await overflowOfLargeText(page), path).toBeLessThanOrEqual(0);
    }
  });
});

/** Of each kind of layout one; wide tables scroll in their own frame. */
const LAYOUTS = [
  "company overview",
  "facility profile",
  "physician profile from a facility",
  "graph in full, month over month",
  "huddle sheet",
  "after hours report",
  "users",
  "new user of a facility",
  "page that creates a user",
  "user deletion",
  "reports configuration",
  "audit trail",
  "change password",
  "CMS reports",
  "CMS report request",
  "medical staff report",
  "no permission",
];

for (const name of LAYOUTS) {
  const screen = SCREENS.find((one) => one.name === name);
  if (!screen) throw new Error(`no screen '${name}'`);
  test.describe(name, () => {
    test.use({
      ...(screen.account && { storageState: cookiesOf(screen.account) }),
    });

    test(`${name} fits a phone with text of twice the size`, async ({
      page,
    }) => {
      await screen.open(page);
      await expect(page.locator("h1, h2").first()).toBeVisible();
      expect(await overflowOfLargeText(page)).toBeLessThanOrEqual(0);
    });
  });
}
