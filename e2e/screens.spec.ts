import { expectNoViolations } from "./support/axe";
import { lookAt } from "./support/look-at-screens";
import { REPRESENTATIVE, SCREENS } from "./support/pages/every-screen";
import { alarm, submitLogin } from "./support/screens";
import { expect, test } from "./support/test";

const isRepresentative = ({ name }: { name: string }) =>
  REPRESENTATIVE.includes(name);

lookAt(SCREENS.filter(isRepresentative), ["@no-scripts-at-length"]);
lookAt(
  SCREENS.filter((screen) => !isRepresentative(screen)),
  ["@at-length", "@no-scripts-at-length"],
);

test(
  "a failed login has no accessibility violation",
  { tag: "@at-length" },
  async ({ page }) => {
    await page.goto("/login");
    await submitLogin(page, "demo-division", "not the password");
    await expect(alarm(page)).toBeVisible();
    await expectNoViolations(page);
  },
);
