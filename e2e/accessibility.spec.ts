import { cookiesOf } from "./support/accounts";
import { COLOUR_RULES, expectNoViolations } from "./support/axe";
import { SCREENS } from "./support/pages";
import { alarm, submitLogin } from "./support/screens";
import { expect, test } from "./support/test";

// axe is itself a script. Without the product's scripts the page stays as the server sent it.
test.use({ javaScriptEnabled: true });

test.beforeEach(async ({ page, scripts }) => {
  if (!scripts) {
    await page.route(/\/build\/.*\.js$/, (route) =>
      route.fulfill({ contentType: "text/javascript", body: "" }),
    );
  }
});

for (const { name, account, open } of SCREENS) {
  test.describe(name, () => {
    test.use({ storageState: account ? cookiesOf(account) : undefined });

    test(`${name} has a title, one main heading and no accessibility violation, light, dark or in forced colours`, async ({
      page,
    }) => {
      await open(page);
      await expect(page).toHaveTitle(/Sojourn/);
      // By its tag: a dialog hides the page behind it, with its heading, from assistive technology.
      await expect(page.locator("h1")).toHaveCount(1);
      await expectNoViolations(page);
      await page.emulateMedia({ colorScheme: "dark" });
      await expectNoViolations(page, COLOUR_RULES);
      await page.emulateMedia({ colorScheme: "light", forcedColors: "active" });
      await expectNoViolations(page, COLOUR_RULES);
    });
  });
}

test("a failed login has no accessibility violation", async ({ page }) => {
  await page.goto("/login");
  await submitLogin(page, "demo-division", "not the password");
  await expect(alarm(page)).toBeVisible();
  await expectNoViolations(page);
});
