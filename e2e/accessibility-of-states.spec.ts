import type { MockHost } from "../mocks/mock-host";
import { startCensusHost } from "../tests/pages/support/census-host";
import { ALL_RULES, expectNoViolations } from "./support/axe";
import { logInAt, startPortalOfHost } from "./support/portal-of-host";
import { submitLogin } from "./support/screens";
import { expect, test } from "./support/test";

// One portal for all. axe is itself a script.
test.describe.configure({ mode: "serial" });
test.use({ javaScriptEnabled: true });

let mock: MockHost;
let portal: Awaited<ReturnType<typeof startPortalOfHost>>;
test.beforeAll(async () => {
  mock = await startCensusHost();
  portal = await startPortalOfHost(mock.url);
});
test.afterAll(async () => {
  await portal.stop();
  await mock.close();
});

test.beforeEach(async ({ page, scripts }) => {
  mock.reset();
  if (!scripts) {
    await page.route(/\/build\/.*\.js$/, (route) =>
      route.fulfill({ contentType: "text/javascript", body: "" }),
    );
  }
});

test(
  "panels that found nothing or met an error have no accessibility violation",
  { tag: ["@at-length", "@no-scripts-at-length"] },
  async ({ page }) => {
    await logInAt(page, portal.origin, "company");
    mock.play("metrics", "system-error-with-message");
    mock.play("summary", "system-error");
    mock.play("graphs", "empty");
    mock.play("frailty", "bad-shape");
    await page.goto(`${portal.origin}/company-overview`);
    await expect(
      page.getByRole("link", { name: "Try again" }).first(),
    ).toBeVisible();
    await expectNoViolations(page);
  },
);

test(
  "neither has an error page, nor what says that a session goes on",
  { tag: ["@at-length", "@no-scripts-at-length"] },
  async ({ page }) => {
    await logInAt(page, portal.origin, "company");
    await page.goto(`${portal.origin}/metric-data/company/0?measure=none`);
    await expectNoViolations(page);
    // It goes by itself when its session is over, as it says, and not earlier.
    await page.goto(`${portal.origin}/left-open`);
    await expectNoViolations(page, {
      ...ALL_RULES,
      rules: { "meta-refresh": { enabled: false } },
    });
  },
);

test(
  "neither has what asks for patience at login",
  { tag: ["@at-length", "@no-scripts-at-length"] },
  async ({ page }) => {
    mock.play("auth", "too-many");
    await page.goto(`${portal.origin}/login`);
    await submitLogin(page, "company");
    await expect(
      page.getByRole("alert").filter({ hasText: /\S/ }),
    ).toBeVisible();
    await expectNoViolations(page);
  },
);

test(
  "neither has the news that something was done",
  { tag: ["@at-length", "@no-scripts-at-length"] },
  async ({ page }) => {
    await logInAt(page, portal.origin, "accounts");
    await page.goto(`${portal.origin}/users?q=spare`);
    await page.getByRole("link", { name: /^Delete/ }).click();
    await page.getByRole("button", { name: "Delete user" }).click();
    await expect(page.locator("#notices")).toContainText("deleted");
    await expectNoViolations(page);
  },
);
