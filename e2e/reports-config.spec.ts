import type { Locator, Page } from "@playwright/test";
import { cookiesOf } from "./support/accounts";
import { intercept } from "./support/intercept";
import { alarm, title } from "./support/screens";
import { expect, test } from "./support/test";

const PAGE = "/users/reports-config";

test.use({ storageState: cookiesOf("demo-accounts") });

function box(page: Page, name: string): Locator {
  return page.getByRole("checkbox", { name, exact: true });
}

/** Waits until scripts have taken the page over. */
async function open(page: Page): Promise<void> {
  await page.goto(PAGE);
  await expect(title(page)).toHaveText("Reports Configuration");
  const save = page.getByRole("button", { name: "Save", includeHidden: true });
  await expect(save).toHaveCount(0);
}

test.describe("with scripts", () => {
  /** Holds the answers to what is saved until they are let go. */
  async function holdSaves(
    page: Page,
    answer?: { status: number; json: object },
  ) {
    const held: (() => void)[] = [];
    const asked: string[] = [];
    await intercept(page);
    await page.route(`${PAGE}?_data=*`, async (route) => {
      if (route.request().method() === "GET") return route.fallback();
      asked.push(
        new URLSearchParams(route.request().postData() ?? "").get("allow") ??
          "",
      );
      await new Promise<void>((resolve) => held.push(resolve));
      // Nothing of it reaches the server.
      await route.fulfill(answer ?? { status: 200, json: { saved: true } });
    });
    return {
      asked,
      letGo: async () => {
        await expect.poll(() => held.length).toBeGreaterThan(0);
        held.shift()?.();
      },
    };
  }

  test(
    "a box flips at once, and shows that it is being saved",
    { tag: "@at-length" },
    async ({ page }) => {
      await open(page);
      const { letGo } = await holdSaves(page);
      const one = box(page, "Payer Mix, Facility");
      const other = box(page, "Antibiotic Stewardship, Facility");
      await one.click();
      await expect(one).toBeChecked();
      await expect(page.getByText("Saving Payer Mix, Facility")).toBeAttached();
      await other.click();
      await expect(page.locator("[data-busy]")).toHaveCount(2);
      await letGo();
      const saved = Date.now();
      await expect(page.getByText("Access updated successfully")).toBeVisible();
      await letGo();
      await expect(page.locator("[data-busy]")).toHaveCount(0);
      expect(Date.now() - saved).toBeGreaterThanOrEqual(900);
      await expect(one).toBeChecked();
      await expect(other).toBeChecked();
    },
  );

  test(
    "a save shows what somebody else has saved meanwhile",
    { tag: "@at-length" },
    async ({ page, context }) => {
      // Boxes of its own: this test alone reaches the server, beside the others.
      await open(page);
      const other = await context.newPage();
      await open(other);
      const theirs = box(page, "Payer Mix, Division");
      const mine = box(page, "Payer Mix, Region");
      await box(other, "Payer Mix, Division").click();
      await expect(
        other.getByText("Access updated successfully"),
      ).toBeVisible();
      await expect(theirs).not.toBeChecked();
      await mine.click();
      await expect(theirs).toBeChecked();
      await expect(mine).toBeChecked();
      for (const one of [mine, theirs]) {
        const saved = page.waitForResponse(
          (response) => response.request().method() === "POST",
        );
        await one.click();
        await saved;
      }
    },
  );

  test(
    "the last of some quick clicks counts",
    { tag: "@at-length" },
    async ({ page }) => {
      await open(page);
      const { asked, letGo } = await holdSaves(page);
      const one = box(page, "Payer Mix, Facility");
      await one.dblclick();
      await letGo();
      await letGo();
      await expect(page.getByText("Access updated successfully")).toBeVisible();
      await expect(one).not.toBeChecked();
      expect(asked).toEqual(["true", "false"]);
    },
  );

  test(
    "what could not be saved flips back and says so",
    { tag: "@at-length" },
    async ({ page }) => {
      await open(page);
      const { letGo } = await holdSaves(page, {
        status: 409,
        json: { saved: false, error: "Not now." },
      });
      const one = box(page, "Payer Mix, Facility");
      await one.click();
      await expect(one).toBeChecked();
      await letGo();
      await expect(one).not.toBeChecked();
      await expect(alarm(page)).toContainText("Payer Mix, Facility: Not now.");
      await expect(one).toHaveAccessibleDescription(
        "Payer Mix, Facility: Not now.",
      );
    },
  );

  test(
    "a network that is gone flips it back too",
    { tag: "@at-length" },
    async ({ page }) => {
      await open(page);
      await intercept(page);
      await page.route(`${PAGE}?_data=*`, (route) => route.abort());
      const one = box(page, "Payer Mix, Facility");
      await one.click();
      await expect(alarm(page)).toContainText(
        "An unexpected error had occurred. Please contact support if the problem persists.",
      );
      await expect(one).not.toBeChecked();
    },
  );
});
