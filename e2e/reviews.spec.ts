import type { Page } from "@playwright/test";
import { startPortal, type Portal } from "./clients/portal";
import { PASSWORD, type Account } from "./support/accounts";
import { tabTo } from "./support/keys";
import { expect, test } from "./support/test";

// Its own portal: what it writes stays.
let portal: Portal;
test.beforeAll(async () => {
  test.setTimeout(180_000);
  portal = await startPortal();
});
test.afterAll(() => portal.stop());

async function open(page: Page, account: Account, path: string): Promise<void> {
  const origin = `http://127.0.0.1:${portal.port}`;
  await page.request.post(`${origin}/login`, {
    headers: { origin },
    form: { username: account, password: PASSWORD },
  });
  await page.goto(origin + path);
}

/** The first review that nobody has begun. */
function notBegun(page: Page) {
  return page
    .getByRole("row")
    .filter({ hasText: "Not started" })
    .getByRole("link")
    .first();
}

test(
  "a nurse reviews, signs and amends a transfer by keys alone",
  { tag: "@at-length" },
  async ({ page }) => {
    await open(page, "demo-facility", "/reviews");
    await notBegun(page).press("Enter");
    await tabTo(page, { tag: "A", name: /^Start the review$/ });
    await page.keyboard.press("Enter");
    await expect(page).toHaveTitle(/^What changed/);
    await tabTo(page, { tag: "INPUT", name: /^noticed_by$/ });
    await page.keyboard.type("Nurse aide");
    const next = async (title: RegExp) => {
      await tabTo(page, { tag: "BUTTON", name: /^Save and continue$/ });
      await page.keyboard.press("Enter");
      await expect(page).toHaveTitle(title);
    };
    const showWhole = async () => {
      await tabTo(page, { tag: "BUTTON", name: /^Save and show all$/ });
      await page.keyboard.press("Enter");
      await expect(page).toHaveTitle(/^Transfer review/);
    };
    await next(/^What was tried/);
    await next(/^At the hospital/);
    await next(/^Could it have been avoided/);
    await tabTo(page, { tag: "SELECT", name: /^avoidable$/ });
    await page.keyboard.type("Yes");
    await showWhole();
    // It lacks a cause, and the way there is a link.
    await tabTo(page, { tag: "A", name: /^Choose at least one cause/ });
    await page.keyboard.press("Enter");
    await expect(page).toHaveTitle(/^Could it have been avoided/);
    await tabTo(page, { tag: "INPUT", name: /^causes$/ });
    await page.keyboard.press("Space");
    await showWhole();
    for (const act of ["Mark as reviewed", "Sign"]) {
      await tabTo(page, { tag: "BUTTON", name: new RegExp(`^${act}$`) });
      await page.keyboard.press("Enter");
      await expect(page.getByRole("button", { name: act })).toHaveCount(0);
    }
    await page
      .getByLabel("Amendment", { exact: true })
      .fill("The family called.");
    await page.getByRole("button", { name: "Amend" }).click();
    await expect(page.getByText("Amendment added.")).toBeVisible();
    const main = page.getByRole("main");
    await expect(main).toContainText("The family called.");
    await expect(main).toContainText("Nurse aide");
    await expect(main).toContainText("Signed by Demo Facility");
  },
);
