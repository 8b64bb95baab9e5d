import type { Page } from "@playwright/test";
import { cookiesOf, type Account } from "./support/accounts";
import {
  expectStill,
  holdScriptsUntilPainted,
  settle,
  watchShifts,
} from "./support/layout-shift";
import { list, rows, title } from "./support/screens";
import { expect, test } from "./support/test";

const SLOW_MS = 1_000;

test.beforeEach(({ page }) => watchShifts(page));

/** Has what matches come late. */
async function delay(page: Page, what: RegExp): Promise<void> {
  await page.route(what, async (route) => {
    await new Promise((over) => setTimeout(over, SLOW_MS));
    await route.continue();
  });
}

// screens.spec.ts asks the same of every screen in a wide window.
const PHONE = { width: 360, height: 740 };

const PAGES: [name: string, account: Account | null, path: string][] = [
  ["login", null, "/login"],
  ["company overview", "demo-company", "/"],
  ["division profile", "demo-division", "/"],
  ["region profile", "demo-region", "/"],
  ["facility profile", "demo-facility", "/"],
  ["physician profile", "demo-physicians", "/"],
  ["logo page", "demo-facilities", "/"],
  ["incomplete data", "demo-region", "/incomplete-data"],
];

test.describe("on a phone", () => {
  test.use({ viewport: PHONE });

  for (const [name, account, path] of PAGES) {
    test.describe(name, () => {
      test.use({ storageState: account ? cookiesOf(account) : undefined });

      test(
        `${name} stands still while it loads, with scripts that come late`,
        { tag: "@at-length" },
        async ({ page }) => {
          await holdScriptsUntilPainted(page);
          await page.goto(path);
          await expectStill(page);
        },
      );
    });
  }
});

for (const viewport of [{ width: 1280, height: 800 }, PHONE]) {
  test.describe(`at ${viewport.width} px`, () => {
    test.use({ viewport });

    test.describe("on the way to a page whose data are slow", () => {
      test.describe("from the overview", () => {
        test.use({ storageState: cookiesOf("demo-company") });

        test(
          "nothing jumps on the overview, nor on the division's page",
          { tag: "@at-length" },
          async ({ page }) => {
            await page.goto("/");
            await settle(page);
            await delay(page, /_data=/);
            await rows(list(page, "Division List"))
              .getByRole("link")
              .first()
              .click();
            await expect(title(page)).toHaveText(/^Division Profile \S/);
            await expectStill(page);
          },
        );
      });

      test.describe("from the logo page", () => {
        test.use({ storageState: cookiesOf("demo-facilities") });

        test(
          "nothing jumps on the logo page, nor on the facility's",
          { tag: "@at-length" },
          async ({ page }) => {
            await page.goto("/");
            await settle(page);
            await delay(page, /_data=/);
            await page
              .getByRole("navigation", { name: "Your facilities" })
              .getByRole("link")
              .first()
              .click();
            await expect(title(page)).toHaveText(/^Facility Profile \S/);
            await expectStill(page);
          },
        );
      });
    });
  });
}
