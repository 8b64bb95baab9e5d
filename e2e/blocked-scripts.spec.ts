import type { Page } from "@playwright/test";
import { cookiesOf } from "./support/accounts";
import { openFilters } from "./support/panels";
import { expect, test } from "./support/test";

const PANELS = ["inspect=rth", "modal=quality", "graph=rth_30"];

/** How scripts that the browser would run do not come. */
const WAYS: [
  name: string,
  block: (page: Page) => Promise<unknown>,
  tag?: string,
][] = [
  [
    "none is sent, to save data",
    (page) => page.setExtraHTTPHeaders({ "save-data": "on" }),
    "@at-length",
  ],
  [
    "one does not arrive",
    (page) => page.route(/panel-body-/, (route) => route.abort()),
  ],
  [
    "all are blocked on their way",
    (page) => page.route(/\/build\/.*\.js/, (route) => route.abort()),
    "@at-length",
  ],
];

test.describe("a panel whose scripts do not come", () => {
  test.use({ storageState: cookiesOf("demo-company") });
  for (const [name, block, tag = []] of WAYS) {
    test(
      `stands in the page and covers nothing of it: ${name}`,
      { tag },
      async ({ context }) => {
        // Not the page that journeys watch: this one has failures to complain about.
        const page = await context.newPage();
        await block(page);
        for (const query of PANELS) {
          await page.goto(`/company-overview?${query}`);
          const panel = page.locator("#panel");
          await expect(panel).toHaveCSS("position", "static");
          await expect(page.locator("#panel ~ .sheet-scrim")).toHaveCount(0);
          await expect(
            page.getByRole("link", { name: "Skip to main content" }),
          ).toBeAttached();
          await openFilters(page);
          await expect(
            page.getByRole("button", { name: "Submit" }),
          ).toBeVisible();
          // Reached by the mouse as well: nothing lies over it.
          await page
            .getByRole("button", { name: "Submit" })
            .click({ trial: true });
        }
      },
    );
  }
});
