import type { BrowserContext, Locator, Page, Route } from "@playwright/test";
import { ALL_RULES, expectNoViolations } from "./support/axe";
import { logOut, title } from "./support/screens";
import { beginSession, sleep } from "./support/sessions";
import { expect, test } from "./support/test";

// Each journey ends the session that it is in, so each signs in for itself.

const MINUTE_MS = 60_000;

function question(page: Page): Locator {
  return page.getByRole("alertdialog", {
    name: "Do you want to stay logged in?",
  });
}

/** Waits until the page's clock runs. */
async function ticking(page: Page): Promise<void> {
  await expect(page.locator('html[data-clock="running"]')).toBeAttached();
}

async function signedIn(
  page: Page,
  context: BrowserContext,
  query = "",
): Promise<void> {
  await context.clock.install();
  await beginSession(context, "demo-division");
  await page.goto("/");
  if (query) await page.goto(`${new URL(page.url()).pathname}${query}`);
  await expect(title(page)).toHaveText(/^Division Profile/);
  await ticking(page);
}

test.describe("a session that nobody uses", () => {
  test("is warned about in the last minute, in a dialog that keeps the focus and is closed by staying", async ({
    page,
    context,
  }) => {
    await signedIn(page, context, "?timemeoutnow=1");
    await sleep(context, 6_000);
    const dialog = question(page);
    await expect(dialog).toBeVisible();
    await expect(dialog).toHaveAccessibleDescription(
      "Your session has been inactive for a while. For security, we'll automatically log you out in about a minute.",
    );
    const stay = dialog.getByRole("button", { name: "Stay logged in" });
    await expect(stay).toBeFocused();
    await expectNoViolations(page, ALL_RULES, ".stay-dialog");
    for (const key of ["Tab", "Tab", "Tab", "Shift+Tab"]) {
      await page.keyboard.press(key);
      await expect(dialog.locator(":focus")).toHaveCount(1);
    }
    await expect(page).toHaveURL(/timemeoutnow/);
    await expect(dialog).toContainText("About a minute is left.");
    await stay.click();
    await expect(dialog).toBeHidden();
    await expect(page).not.toHaveURL(/timemeoutnow/);
    await context.clock.fastForward(30_000);
    await expect(dialog).toBeHidden();
  });

  test("goes on when the dialog is closed by Escape, its close button or a press beside it", async ({
    page,
    context,
  }) => {
    await signedIn(page, context);
    for (const close of [
      () => page.keyboard.press("Escape"),
      () => question(page).getByRole("button", { name: "Close" }).click(),
      () => page.mouse.click(5, 300),
    ]) {
      await sleep(context, 14.5 * MINUTE_MS);
      await expect(question(page)).toBeVisible();
      const refreshed = page.waitForResponse(
        (response) =>
          response.url().endsWith("/session") &&
          response.request().method() === "POST",
      );
      await close();
      expect(await (await refreshed).json()).toMatchObject({
        remainingMs: expect.anything(),
      });
      await expect(question(page)).toBeHidden();
    }
    await page.reload();
    await expect(title(page)).toHaveText(/^Division Profile/);
  });

  test("is asked about over a panel that stands open, which stays and has the focus again", async ({
    page,
    context,
  }) => {
    await signedIn(page, context);
    await page.locator("#open-inspect-rth").click();
    const inspector = page.locator("#panel");
    await expect(inspector).toHaveRole("dialog");
    const focused = page.locator("#panel:focus, #panel :focus");
    await expect(focused).toHaveCount(1);
    await sleep(context, 14.5 * MINUTE_MS);
    await expect(question(page)).toBeVisible();
    const stay = question(page).getByRole("button", { name: "Stay logged in" });
    await expect(stay).toBeFocused();
    for (const key of ["Tab", "Tab", "Shift+Tab"]) {
      await page.keyboard.press(key);
      await expect(question(page).locator(":focus")).toHaveCount(1);
    }
    await expectNoViolations(page);
    await page.keyboard.press("Escape");
    await expect(question(page)).toBeHidden();
    await expect(inspector).toHaveRole("dialog");
    await expect(focused).toHaveCount(1);
    await expect(page).toHaveURL(/inspect=rth/);
  });

  test("has one clock for two tabs: staying in one is staying in both, and so is leaving", async ({
    page,
    context,
  }) => {
    await signedIn(page, context);
    const other = await context.newPage();
    await other.goto(page.url());
    await ticking(other);
    await sleep(context, 14.5 * MINUTE_MS);
    await expect(question(page)).toBeVisible();
    await expect(question(other)).toBeVisible();
    await other.keyboard.press("Enter");
    await expect(question(other)).toBeHidden();
    await expect(question(page)).toBeHidden();

    await logOut(other);
    await expect(page).toHaveURL(/\/login$/);
  });
});

test.describe("a page whose scripts do not come", () => {
  for (const [what, answer] of [
    ["never answered", () => undefined],
    ["blocked", (route: Route) => route.abort()],
    [
      "more than an old browser understands",
      (route: Route) =>
        route.fulfill({ contentType: "text/javascript", body: "?." }),
    ],
  ] as const) {
    test(
      `leaves at its session's end: they are ${what}`,
      { tag: what === "blocked" ? [] : "@at-length" },
      async ({ context }) => {
        await context.clock.install();
        await beginSession(context, "demo-division");
        // Not the page that journeys watch: this one has failures to complain about.
        const page = await context.newPage();
        await page.route(/\/build\/.*\.js$/, answer);
        await page.goto("/", { waitUntil: "domcontentloaded" });
        await expect(title(page)).toHaveText(/^Division Profile/);
        await sleep(context, 15 * MINUTE_MS + 1_000);
        await expect(page).toHaveURL(/\/login$/);
      },
    );
  }
});
