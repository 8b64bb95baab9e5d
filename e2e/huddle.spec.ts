import type { Page } from "@playwright/test";
import { cookiesOf } from "./support/accounts";
import { sheetsOf } from "./support/paper";
import { expect, test } from "./support/test";

const LEVELS = [
  ["demo-company", "Company Overview"],
  ["demo-division", "Division Profile"],
  ["demo-region", "Region Profile"],
  ["demo-facility", "Facility Profile"],
  ["demo-physician", "Physician Profile"],
] as const;

async function openSheet(page: Page, query = ""): Promise<void> {
  await page.goto("/");
  const { pathname } = new URL(page.url());
  await page.goto(`${pathname}?view=huddle${query}`);
}

for (const [account, title] of LEVELS) {
  test.describe(title, () => {
    test.use({ storageState: cookiesOf(account) });

    test(
      `the huddle sheet of a ${title} is one sheet of paper, and nothing of it is cut off`,
      { tag: "@at-length" },
      async ({ page }) => {
        await openSheet(page);
        await expect(page.getByRole("heading", { level: 1 })).toContainText(
          title,
        );
        await expect(page.locator("svg[role=img]")).toHaveCount(5);
        expect(await sheetsOf(page, "A4")).toBe(1);
        expect(await sheetsOf(page, "Letter")).toBe(1);

        await page.setViewportSize({ width: 320, height: 800 });
        const sideways = await page
          .locator("html")
          .evaluate((html) => html.scrollWidth - html.clientWidth);
        expect(sideways).toBe(0);

        await page.emulateMedia({ media: "print" });
        // What a letter sheet, the shorter one, has between its margins.
        await page.setViewportSize({ width: 725, height: 951 });
        const cut = await page
          .getByRole("article")
          .evaluate((sheet) => sheet.scrollHeight - sheet.clientHeight);
        expect(cut).toBe(0);

        // Texts below a plot lie outside of its svg's own box in print as on the screen, so they are measured one by one.
        const spilled = await page
          .locator(".huddle-graph")
          .evaluateAll((graphs) =>
            graphs.flatMap((graph) => {
              const { bottom } = graph.getBoundingClientRect();
              return [...graph.querySelectorAll("text")]
                .filter((text) => text.getBoundingClientRect().bottom > bottom)
                .map((text) => text.textContent);
            }),
          );
        expect(spilled).toEqual([]);
      },
    );
  });
}

test.describe("a range without data", () => {
  test.use({ storageState: cookiesOf("demo-company") });

  test("is one sheet too", { tag: "@at-length" }, async ({ page }) => {
    await openSheet(page, "&startDate=1990-01-01&endDate=1990-01-02");
    await expect(page.getByRole("article")).toBeVisible();
    expect(await sheetsOf(page, "A4")).toBe(1);
  });
});
