import { logOut, signIn, title } from "./support/screens";
import { expect, test } from "./support/test";

test(
  "after logging out, the back button leads to login",
  { tag: "@no-scripts" },
  async ({ page }) => {
    await signIn(page, "demo-company");
    await expect(title(page)).toHaveText(/^Company Overview/);
    await logOut(page);
    await page.goBack();
    await expect(page).toHaveURL(/\/login/);
    await expect(page.getByLabel("Username")).toBeVisible();
  },
);
