import { expect, type Page } from "@playwright/test";

const PROBE = "/robots.txt";

/**
 * From here on a route that is set holds for the next request of a page that is open. Without it the page's own requests
 * may pass by for a moment: a busy page hears late that it is intercepted now.
 */
export async function intercept(page: Page): Promise<void> {
  await page.route(`**${PROBE}`, (route) => route.fulfill({ status: 204 }));
  const answered = () =>
    page.evaluate(async (path) => (await fetch(path)).status, PROBE);
  await expect.poll(answered).toBe(204);
}
