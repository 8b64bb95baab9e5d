import type { Page } from "@playwright/test";
import { startMockHost, type RunningMockHost } from "../mocks/host";
import { ALL_RULES, expectNoViolations } from "./support/axe";
import { PASSWORD, type Account } from "./support/accounts";
import { startPortalOfHost } from "./support/portal-of-host";
import { submitLogin } from "./support/screens";
import { expect, test } from "./support/test";

// One portal for all. axe is itself a script.
test.describe.configure({ mode: "serial" });
test.use({ javaScriptEnabled: true });

let mock: RunningMockHost;
let portal: Awaited<ReturnType<typeof startPortalOfHost>>;
test.beforeAll(async () => {
  mock = await startMockHost();
  portal = await startPortalOfHost(mock.url);
});
test.afterAll(async () => {
  await portal.stop();
  await mock.close();
});

test.beforeEach(async ({ page, scripts }) => {
  mock.host.playNothing();
  if (!scripts) {
    await page.route(/\/build\/.*\.js$/, (route) =>
      route.fulfill({ contentType: "text/javascript", body: "" }),
    );
  }
});

async function logIn(page: Page, account: Account): Promise<void> {
  const answer = await page.request.post(`${portal.origin}/login`, {
    headers: { origin: portal.origin },
    form: { username: account, password: PASSWORD },
    maxRedirects: 0,
  });
  expect(answer.status()).toBe(302);
}

test("panels that found nothing or met an error have no accessibility violation", async ({
  page,
}) => {
  await logIn(page, "demo-company");
  mock.host.play("metrics", "system-error-with-message");
  mock.host.play("summary", "system-error");
  mock.host.play("graphs", "empty");
  mock.host.play("frailty", "bad-shape");
  await page.goto(`${portal.origin}/company-overview`);
  await expect(
    page.getByRole("link", { name: "Try again" }).first(),
  ).toBeVisible();
  await expectNoViolations(page);
});

test("neither has an error page, nor what says that a session goes on", async ({
  page,
}) => {
  await logIn(page, "demo-company");
  await page.goto(`${portal.origin}/metric-data/company/0?measure=none`);
  await expectNoViolations(page);
  // It goes by itself when its session is over, as it says, and not earlier.
  await page.goto(`${portal.origin}/left-open`);
  await expectNoViolations(page, {
    ...ALL_RULES,
    rules: { "meta-refresh": { enabled: false } },
  });
});

test("neither has what asks for patience at login", async ({ page }) => {
  mock.host.play("auth", "too-many");
  await page.goto(`${portal.origin}/login`);
  await submitLogin(page, "demo-company");
  await expect(page.getByRole("alert").filter({ hasText: /\S/ })).toBeVisible();
  await expectNoViolations(page);
});

test("neither has the news that something was done", async ({ page }) => {
  await logIn(page, "demo-physician");
  await page.goto(`${portal.origin}/reports/after-hours-patient-report/`);
  await page.getByRole("button", { name: "Mark all as read" }).click();
  await expect(page.locator("#notices")).toContainText("read");
  await expectNoViolations(page);
});
