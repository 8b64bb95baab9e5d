import { cookiesOf, PASSWORD } from "./support/accounts";
import { obscuredStops } from "./support/focus";
import { MOST_STOPS, tabTo } from "./support/keys";
import { awake, panel } from "./support/panels";
import { title } from "./support/screens";
import { expect, test } from "./support/test";

test(
  "login and the way down to a region need no mouse, and the first stop skips to the page itself",
  { tag: "@no-scripts" },
  async ({ page }) => {
    await page.goto("/login");
    await page.getByLabel("Username").focus();
    await page.keyboard.type("demo-company");
    await page.keyboard.press("Tab");
    await page.keyboard.type(PASSWORD);
    await page.keyboard.press("Enter");
    await expect(title(page)).toHaveText(/^Company Overview/);

    await page.reload();
    await page.keyboard.press("Tab");
    const first = page.locator(":focus");
    await expect(first).toHaveText(/skip/i);
    await expect(first).toBeInViewport();
    await page.keyboard.press("Enter");
    await expect(page).toHaveURL(/#\w+/);
    const target = new URL(page.url()).hash;
    await expect(page.locator(target)).toHaveRole("main");

    await tabTo(page, { tag: "A", href: /\/division-profile\/\d+/ });
    await page.keyboard.press("Enter");
    await expect(title(page)).toHaveText(/^Division Profile/);

    await tabTo(page, { tag: "A", href: /\/region-profile\/\d+/ });
    await page.keyboard.press("Enter");
    await expect(title(page)).toHaveText(/^Region Profile/);

    await tabTo(page, { tag: "A", name: /^Division:/ });
    await page.keyboard.press("Enter");
    await expect(title(page)).toHaveText(/^Division Profile/);

    await tabTo(page, { tag: "BUTTON", name: /Log out/ });
    await page.keyboard.press("Enter");
    await expect(page).toHaveURL(/\/login/);
  },
);

test.describe("what opens over a profile", () => {
  test.use({ storageState: cookiesOf("demo-facility") });

  test(
    "an inspector and a graph in full open and close by keys alone, and what is higher than the window shows where the focus is when it goes round",
    { tag: "@no-scripts-at-length" },
    async ({ page, scripts }) => {
      await page.goto("/");
      await awake(page, scripts);
      const { pathname } = new URL(page.url());

      await tabTo(page, { tag: "BUTTON", name: /^\d+ \/ [\d.]+%$/ });
      await page.keyboard.press("Enter");
      const inspector = panel(page, scripts, "RTH/RTH%");
      await expect(inspector).toBeVisible();
      // The dialog has the focus, or the page has landed at the section: the next stop is in it.
      await page.keyboard.press("Tab");
      await expect(inspector.locator(":focus")).toHaveText("Close");
      await page.keyboard.press("Enter");
      await expect(inspector).toBeHidden();

      await tabTo(page, {
        tag: "A",
        name: /^Full screen 30 Day OP Ed Visits$/,
      });
      await page.keyboard.press("Enter");
      const full = panel(page, scripts, "30 Day OP Ed Visits");
      await expect(full).toBeVisible();
      await page.keyboard.press("Tab");
      await expect(full.locator(":focus")).toHaveText(/^Rolling 12 month/);
      if (scripts) {
        // Without scripts focus goes through the page.
        await full.getByRole("link", { name: "Close" }).focus();
        await page.keyboard.press("Tab");
        const first = full.getByRole("link", { name: /^Rolling 12 month/ });
        await expect(first).toBeFocused();
        await expect(first).toBeInViewport({ ratio: 1 });
      }
      await tabTo(page, { tag: "A", name: /^Close$/ });
      await page.keyboard.press("Enter");
      await expect(full).toBeHidden();
      await expect(page).toHaveURL(new RegExp(`${pathname}(#.*)?$`));
    },
  );
});

test.describe("the focus", () => {
  test.use({ storageState: cookiesOf("demo-facility") });

  test(
    "is never under what stands still on a small screen",
    { tag: ["@at-length", "@no-scripts-at-length"] },
    async ({ page }) => {
      await page.setViewportSize({ width: 360, height: 640 });
      for (const path of ["/", "/reports/after-hours-patient-report/"]) {
        await page.goto(path, { waitUntil: "networkidle" });
        expect(await obscuredStops(page, MOST_STOPS), path).toEqual([]);
      }
    },
  );

  test(
    "goes back to the number whose list is closed",
    { tag: "@no-scripts-at-length" },
    async ({ page, scripts }) => {
      await page.goto("/transfers/facility/101", { waitUntil: "networkidle" });
      const close = { tag: "A", name: /^Close the list$/ } as const;
      for (const name of [/^Saturday: \d+ transfers$/, /^\d+ transfers$/]) {
        await tabTo(page, { tag: "A", name });
        const opener = await page.locator(":focus").getAttribute("id");
        await page.keyboard.press("Enter");
        await expect(page.locator("#list-heading")).toBeVisible();
        if (scripts) await expect(page.locator("#list-heading")).toBeFocused();
        await tabTo(page, close);
        await page.keyboard.press("Enter");
        await expect(page.locator("#list-heading")).toHaveCount(0);
        await expect(page.locator(`#${opener}`)).toBeFocused();
        await page.goto("/transfers/facility/101", {
          waitUntil: "networkidle",
        });
      }
    },
  );

  test("stays at the list whose filters a link has cleared", async ({
    page,
  }) => {
    await page.goto("/");
    await page.goto(
      `${new URL(page.url()).pathname}?startDate=1990-01-01&endDate=1990-01-02`,
      { waitUntil: "networkidle" },
    );
    const empty = page.locator("#list").getByRole("link", {
      name: "Clear filters",
    });
    await empty.focus();
    await page.keyboard.press("Enter");
    await expect(empty).toHaveCount(0);
    await expect(
      page.getByRole("region", { name: "Physician List", exact: true }),
    ).toBeFocused();
  });
});
