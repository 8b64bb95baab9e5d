import type { Page } from "@playwright/test";
import { PASSWORD } from "./support/accounts";
import { title } from "./support/screens";
import { expect, test } from "./support/test";

const MOST_STOPS = 80;

/** Presses Tab until the focused element satisfies `isWanted`; fails when the page has no such stop. */
async function tabTo(
  page: Page,
  wanted: { tag: "A" | "BUTTON" | "SUMMARY"; name?: RegExp; href?: RegExp },
): Promise<void> {
  for (let presses = 0; presses < MOST_STOPS; presses += 1) {
    await page.keyboard.press("Tab");
    const focused = page.locator(":focus");
    if ((await focused.count()) === 0) continue;
    const stop = await focused.evaluate((element) => ({
      name: element.tagName,
      text: element.textContent.trim(),
      href: element.getAttribute("href") ?? "",
    }));
    if (stop.name !== wanted.tag) continue;
    if (wanted.name && !wanted.name.test(stop.text)) continue;
    if (wanted.href && !wanted.href.test(stop.href)) continue;
    return;
  }
  throw new Error(`Tab never reached a ${JSON.stringify(wanted)}`);
}

test("login and the way down to a region need no mouse", async ({ page }) => {
  await page.goto("/login");
  await page.getByLabel("Username").focus();
  await page.keyboard.type("demo-company");
  await page.keyboard.press("Tab");
  await page.keyboard.type(PASSWORD);
  await page.keyboard.press("Enter");
  await expect(title(page)).toHaveText(/^Company Overview/);

  await tabTo(page, { tag: "A", href: /\/division-profile\/\d+/ });
  await page.keyboard.press("Enter");
  await expect(title(page)).toHaveText(/^Division Profile/);

  await tabTo(page, { tag: "A", href: /\/region-profile\/\d+/ });
  await page.keyboard.press("Enter");
  await expect(title(page)).toHaveText(/^Region Profile/);

  await tabTo(page, { tag: "A", name: /^Division:/ });
  await page.keyboard.press("Enter");
  await expect(title(page)).toHaveText(/^Division Profile/);

  await tabTo(page, { tag: "SUMMARY", name: /^\S{1,3}$/ });
  await page.keyboard.press("Enter");
  await tabTo(page, { tag: "BUTTON", name: /Log out/ });
  await page.keyboard.press("Enter");
  await expect(page).toHaveURL(/\/login/);
});

test("the first stop skips to the page itself", async ({ page }) => {
  await page.goto("/login");
  await page.getByLabel("Username").fill("demo-company");
  await page.getByLabel("Password", { exact: true }).fill(PASSWORD);
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
});
