import type { Page, Request } from "@playwright/test";
import { cookiesOf } from "./support/accounts";
import { awake, figureButton, openFilters, panel } from "./support/panels";
import { list, rows, title } from "./support/screens";
import { expect, test } from "./support/test";

const BROKEN = 'export default function(){ throw new TypeError("broken") }';

/** Puts a module whose page cannot be drawn in a script's place. */
async function breakPage(page: Page, script: RegExp): Promise<void> {
  await page.route(script, (route) =>
    route.fulfill({ contentType: "text/javascript", body: BROKEN }),
  );
}

/** What the browser tells the log of the server. */
function toldOf(page: Page): Promise<Request> {
  return page.waitForRequest((request) =>
    request.url().endsWith("/script-errors"),
  );
}

/** As without scripts: the page is laid out for none, and a link loads a document. */
async function expectServersPage(page: Page): Promise<void> {
  await expect(page.locator("html")).not.toHaveAttribute("data-scripts");
  await expect(title(page)).toBeVisible();
  await expect(page.getByText("Sorry, we are unable")).toHaveCount(0);
}

test.describe("an error of scripts", () => {
  test.use({ storageState: cookiesOf("demo-company") });

  test("keeps the page of the server and what was typed, and tells the log", async ({
    context,
  }) => {
    // Not the page that journeys watch: this one has an error to complain about.
    const page = await context.newPage();
    let letGo = () => undefined as void;
    const held = new Promise<void>((resolve) => (letGo = resolve));
    await page.route(/company-overview-\w+\.js/, async (route) => {
      await held;
      await route.fulfill({ contentType: "text/javascript", body: BROKEN });
    });
    const told = toldOf(page);
    await page.goto("/company-overview", { waitUntil: "commit" });
    await openFilters(page);
    await page.getByLabel("From Date").fill("2026-01-31");
    letGo();
    const report = new URLSearchParams((await told).postData() ?? "");
    expect(Object.fromEntries(report)).toMatchObject({
      part: "hydration",
      name: "TypeError",
      message: "broken",
      page: "/company-overview",
    });
    expect((await (await told).response())?.status()).toBe(204);
    await expectServersPage(page);
    await expect(title(page)).toHaveText(/^Company Overview/);
    await expect(page.getByLabel("From Date")).toHaveValue("2026-01-31");
    await expect(rows(list(page, "Division List"))).toHaveCount(3);

    // And it works, as without scripts. Open filters lie over the figures.
    await page.locator(".filters > summary").click();
    await figureButton(page, "rth").click();
    await expect(page).toHaveURL(/inspect=rth/);
    await expectServersPage(page);
    await expect(panel(page, false, "RTH/RTH%")).toBeVisible();
  });

  test("of a page that they draw loads that page from the server, without them", async ({
    context,
  }) => {
    const page = await context.newPage();
    await breakPage(page, /division-profile\./);
    await page.goto("/company-overview");
    await awake(page, true);
    const told = toldOf(page);
    await rows(list(page, "Division List")).getByRole("link").first().click();
    expect((await told).postData()).toContain("part=page");
    await expect(page).toHaveURL(/division-profile/);
    await expectServersPage(page);
    await expect(title(page)).toHaveText(/^Division Profile/);
  });

  test("of one panel leaves the others, and the way to it from the server", async ({
    context,
  }) => {
    const page = await context.newPage();
    await page.route(/panel-body-/, (route) =>
      route.fulfill({
        contentType: "text/javascript",
        body: BROKEN.replace("default function", "function PanelBody"),
      }),
    );
    await page.goto("/company-overview");
    await awake(page, true);
    const told = toldOf(page);
    await figureButton(page, "rth").click();
    expect((await told).postData()).toContain("part=panel");
    const failed = page.getByRole("alert").filter({
      hasText: "This part of the page could not be shown.",
    });
    await expect(failed).toBeVisible();
    await expect(rows(list(page, "Division List"))).toHaveCount(3);
    await failed.getByRole("link", { name: "Load the page again" }).click();
    await expectServersPage(page);
    await expect(panel(page, false, "RTH/RTH%")).toBeVisible();
  });

  test(
    "does not come to a browser that is older than they are",
    { tag: "@at-length" },
    async ({ page }) => {
      // Safari before 15.4.
      await page.addInitScript(() => {
        Reflect.deleteProperty(window, "SubmitEvent");
      });
      await page.goto("/company-overview");
      await page.waitForLoadState("networkidle");
      await expectServersPage(page);
      await figureButton(page, "rth").click();
      await expect(page).toHaveURL(/inspect=rth/);
      await expect(panel(page, false, "RTH/RTH%")).toBeVisible();
    },
  );
});
