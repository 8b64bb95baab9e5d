import AxeBuilder from "@axe-core/playwright";
import type { Page } from "@playwright/test";
import { cookiesOf } from "./support/accounts";
import { SCREENS } from "./support/pages";
import { alarm, submitLogin } from "./support/screens";
import { expect, test } from "./support/test";

const RULES = [
  "wcag2a",
  "wcag2aa",
  "wcag21a",
  "wcag21aa",
  "wcag22aa",
  "best-practice",
];

// axe is itself a script. Without the product's scripts the page stays as the server sent it.
test.use({ javaScriptEnabled: true });

test.beforeEach(async ({ page, scripts }) => {
  if (!scripts) {
    await page.route(/\/build\/.*\.js$/, (route) =>
      route.fulfill({ contentType: "text/javascript", body: "" }),
    );
  }
});

/** No screen has a frame of another origin, which axe would open a page of its own for; only violations are looked at. */
function axeOn(page: Page): AxeBuilder {
  return new AxeBuilder({ page })
    .options({ resultTypes: ["violations"] })
    .setLegacyMode();
}

async function expectNoViolations(
  page: Page,
  narrow: (axe: AxeBuilder) => AxeBuilder = (axe) => axe.withTags(RULES),
): Promise<void> {
  const { violations } = await narrow(axeOn(page)).analyze();
  expect(
    violations.map(
      ({ id, nodes }) =>
        `${id}: ${nodes.map(({ target }) => target.join(" ")).join("; ")}`,
    ),
  ).toEqual([]);
}

function onlyContrast(axe: AxeBuilder): AxeBuilder {
  return axe.withRules(["color-contrast", "link-in-text-block"]);
}

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
      await expectNoViolations(page, onlyContrast);
      await page.emulateMedia({ colorScheme: "light", forcedColors: "active" });
      await expectNoViolations(page, onlyContrast);
    });
  });
}

test("a failed login has no accessibility violation", async ({ page }) => {
  await page.goto("/login");
  await submitLogin(page, "demo-division", "not the password");
  await expect(alarm(page)).toBeVisible();
  await expectNoViolations(page);
});
