import type { BrowserContext, Locator, Page } from "@playwright/test";
import { cookiesOf } from "./support/accounts";
import { intercept } from "./support/intercept";
import { openFilters } from "./support/panels";
import { list, rows, title } from "./support/screens";
import { expect, test } from "./support/test";

// A network that is gone, or a host that resets connections: the page stays, and so does what was typed.

const STAYS = "No connection. This page stays as it was.";
const NOT_SENT = "Not sent: no connection.";

/** Ways in which there is no network: the browser may know, or find out. */
const WAYS = [
  {
    way: "the browser is offline",
    tag: [],
    cut: (context: BrowserContext) => context.setOffline(true),
    mend: (context: BrowserContext) => context.setOffline(false),
  },
  {
    way: "the host resets connections",
    tag: "@at-length",
    cut: (context: BrowserContext) =>
      context.route("**/*", (route) => route.abort("connectionreset")),
    mend: (context: BrowserContext) => context.unrouteAll(),
  },
];

function told(place: Page | Locator, text: string): Locator {
  return place.getByRole("alert").filter({ hasText: text });
}

/** What watches the connection comes after the page, and the clock after that. */
async function watched(page: Page): Promise<void> {
  await expect(page.locator('html[data-clock="running"]')).toBeAttached();
  await page.waitForLoadState("networkidle");
  await intercept(page);
}

async function fillUser(form: Locator, username: string): Promise<void> {
  await form.getByLabel("Username").fill(username);
  await form.getByLabel("First name").fill("Cleo");
  await form.getByLabel("Last name").fill("Ray");
  await form.getByLabel("Access level").selectOption("company");
  for (const label of ["Password", "Confirm password"]) {
    await form.getByLabel(label, { exact: true }).fill("First-Secret-1");
  }
}

for (const { way, tag, cut, mend } of WAYS) {
  test.describe(`where ${way}`, { tag }, () => {
    test.describe("forms", () => {
      test.use({ storageState: cookiesOf("demo-accounts") });

      test("a user is not sent, the form says so and keeps its entries, and sends them when told to", async ({
        page,
        context,
      }) => {
        const name = `cleo-${process.pid}-${Date.now()}`;
        await page.goto(`/users/add?q=${name}`);
        await watched(page);
        const form = page.getByRole("form", { name: "Add User" });
        await fillUser(form, name);
        await cut(context);
        await page.getByRole("button", { name: "Create user" }).click();
        await expect(told(form, NOT_SENT)).toBeVisible();
        await expect(form.getByLabel("First name")).toHaveValue("Cleo");
        await expect(page).toHaveURL(/\/users\/add/);
        await expect(page.getByRole("progressbar")).toHaveCount(0);
        // Again without one: it is said again, and nothing is lost.
        await form.getByRole("button", { name: "Try again" }).click();
        await expect(told(form, NOT_SENT)).toBeVisible();
        await form.getByLabel("First name").fill("Clea");
        await mend(context);
        await form.getByRole("button", { name: "Try again" }).click();
        await expect(page.getByText("User created successfully")).toBeVisible();
        await expect(list(page, "Users")).toContainText("Clea");
        await expect(told(page, NOT_SENT)).toHaveCount(0);
      });
    });

    test.describe("pages", () => {
      test.use({ storageState: cookiesOf("demo-division") });

      // In this order: what comes first may bring no script that a later one is to be without.
      test("a graph in full screen, a filter and a drill-down come when there is a network again and they are told to", async ({
        page,
        context,
      }) => {
        await page.goto("/");
        await expect(title(page)).toHaveText(/^Division Profile/);
        await watched(page);
        const before = page.url();

        await test.step("a graph", async () => {
          await cut(context);
          const open = page.getByRole("link", { name: /full screen/i }).first();
          await open.click();
          await expect(told(page, STAYS)).toBeVisible();
          await expect(title(page)).toHaveText(/^Division Profile/);
          await mend(context);
          await open.click();
          await expect(page.locator("#panel")).toHaveRole("dialog");
          await expect(told(page, STAYS)).toHaveCount(0);
          await page.keyboard.press("Escape");
          await expect(page.locator("#panel")).toHaveCount(0);
          await expect(page).toHaveURL(before);
        });

        await test.step("a filter leaves the page as it was", async () => {
          await openFilters(page);
          await page.getByLabel("From Date").fill("2026-02-03");
          await page.getByLabel("To Date").fill("2026-04-05");
          await cut(context);
          await page.getByRole("button", { name: "Submit" }).click();
          await expect(told(page, STAYS)).toBeVisible();
          expect(page.url()).toBe(before);
          await expect(page.getByLabel("From Date")).toHaveValue("2026-02-03");
          await expect(rows(list(page, "Region List")).first()).toBeVisible();
          await mend(context);
          await page.getByRole("button", { name: "Try again" }).click();
          await expect(page).toHaveURL(/startDate=2026-02-03/);
          await expect(told(page, STAYS)).toHaveCount(0);
        });

        await test.step("a drill-down stays, whose script has not come either", async () => {
          const link = rows(list(page, "Region List"))
            .getByRole("link")
            .first();
          await cut(context);
          await link.click();
          await expect(told(page, STAYS)).toBeVisible();
          await expect(title(page)).toHaveText(/^Division Profile/);
          await mend(context);
          await page.getByRole("button", { name: "Try again" }).click();
          await expect(title(page)).toHaveText(/^Region Profile/);
          await expect(told(page, STAYS)).toHaveCount(0);
        });
      });
    });
  });
}

test.describe("the script of a part", () => {
  test.use({ storageState: cookiesOf("demo-accounts") });

  test("that does not come is waited for, with the page as it is", async ({
    page,
    context,
  }) => {
    await page.goto("/users");
    await watched(page);
    await context.route(/user-editor.*\.js/, async (route) => {
      await context.setOffline(true);
      await route.abort("internetdisconnected");
    });
    await page.getByRole("link", { name: "Add User" }).click();
    await expect(told(page, STAYS)).toBeVisible();
    await expect(title(page)).toHaveText("User Management");
    await context.unrouteAll();
    await context.setOffline(false);
    await expect(page.getByRole("dialog", { name: "Add User" })).toBeVisible();
    await expect(told(page, STAYS)).toHaveCount(0);
  });
});
