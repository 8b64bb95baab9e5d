import type { Page } from "@playwright/test";
import { cookiesOf } from "./support/accounts";
import { awake } from "./support/panels";
import { list, rows, title } from "./support/screens";
import { expect, test } from "./support/test";

test.use({ storageState: cookiesOf("demo-company") });

function firstRow(page: Page) {
  return rows(list(page, "List")).getByRole("link").first();
}

async function openOverview(page: Page): Promise<void> {
  await page.goto("/company-overview");
  await awake(page, true);
}

test("a new page starts at the top, and back finds the place that was left", async ({
  page,
}) => {
  await openOverview(page);
  await page.setViewportSize({ width: 360, height: 640 });
  await firstRow(page).scrollIntoViewIfNeeded();
  const top = () => page.evaluate(() => Math.round(window.scrollY));
  const left = await top();
  expect(left).toBeGreaterThan(0);
  await firstRow(page).click();
  await expect(title(page)).toHaveText(/^Division Profile/);
  await expect.poll(top).toBe(0);
  await page.goBack();
  await expect(title(page)).toHaveText("Company Overview");
  await expect.poll(top).toBe(left);
  await page.goForward();
  await expect(title(page)).toHaveText(/^Division Profile/);
  await expect.poll(top).toBe(0);
});
