import { expectNoViolations } from "./support/axe";
import { lookAt } from "./support/look-at-screens";
import { SCREENS, VARIANTS } from "./support/pages/every-screen";
import { alarm, submitLogin } from "./support/screens";
import { expect, test } from "./support/test";

lookAt(SCREENS.filter(({ name }) => !VARIANTS.includes(name)));

test("a failed login has no accessibility violation", async ({ page }) => {
  await page.goto("/login");
  await submitLogin(page, "demo-division", "not the password");
  await expect(alarm(page)).toBeVisible();
  await expectNoViolations(page);
});
