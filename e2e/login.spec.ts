import { logOut, signIn, title } from "./support/screens";
import { expect, test } from "./support/test";

test(
  "logging out ends the session for the back button and for a kept cookie",
  { tag: "@no-scripts" },
  async ({ page, context, playwright, baseURL }) => {
    await signIn(page, "demo-company");
    await expect(title(page)).toHaveText(/^Company Overview/);
    const kept = await context.storageState();

    await logOut(page);
    await page.goBack();
    await expect(page).toHaveURL(/\/login/);
    await expect(page.getByLabel("Username")).toBeVisible();

    const thief = await playwright.request.newContext({
      baseURL,
      storageState: kept,
    });
    const answer = await thief.get("/company-overview", { maxRedirects: 0 });
    expect(answer.status()).toBe(302);
    expect(answer.headers().location).toMatch(/^\/login/);
    await thief.dispose();
  },
);
