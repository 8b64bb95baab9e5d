import type { BrowserContext, Locator, Page } from "@playwright/test";
import { intercept } from "./support/intercept";
import { submitLogin, title } from "./support/screens";
import { beginSession, sleep } from "./support/sessions";
import { expect, test } from "./support/test";

// What stood in a form when the session ended. Each journey ends the session that it is in, so each signs in for itself.

const MINUTE_MS = 60_000;
const EDITOR = /\/build\/user-editor-\w+\.js$/;

function editor(page: Page): Locator {
  return page.getByRole("form", { name: "Add User" });
}

function putBack(page: Page): Locator {
  return editor(page)
    .locator("[aria-live=polite]")
    .filter({ hasText: "We put back" });
}

async function ticking(page: Page): Promise<void> {
  await expect(page.locator('html[data-clock="running"]')).toBeAttached();
}

/** The form is there, and scripts have made a dialog of it. */
async function ready(page: Page): Promise<void> {
  await expect(page.getByRole("dialog", { name: "Add User" })).toBeVisible();
  await ticking(page);
}

async function openEditor(page: Page, context: BrowserContext): Promise<void> {
  await context.clock.install();
  await beginSession(context, "demo-accounts");
  await page.goto("/users/add");
  await ready(page);
}

async function fillIn(page: Page, name: string): Promise<void> {
  await editor(page).getByLabel("Username").fill(name);
  await editor(page).getByLabel("First name").fill("Cleo");
  await editor(page).getByLabel("Access level").selectOption("region");
  await editor(page)
    .getByLabel("Password", { exact: true })
    .fill("canary-pw-1");
}

async function expectBack(page: Page, name: string): Promise<void> {
  await expect(editor(page).getByLabel("Username")).toHaveValue(name);
  await expect(editor(page).getByLabel("First name")).toHaveValue("Cleo");
  await expect(editor(page).getByLabel("Access level")).toHaveValue("region");
  await expect(
    editor(page).getByLabel("Password", { exact: true }),
  ).toHaveValue("");
  await expect(putBack(page)).toHaveText(
    "We put back what you had typed. It has not been saved.",
  );
}

/** Nobody does anything until the session is over, and the page has gone to login. */
async function sleepToLogin(
  page: Page,
  context: BrowserContext,
): Promise<void> {
  await sleep(context, 60 * MINUTE_MS);
  await expect(page).toHaveURL(/\/login$/);
}

test("is back where the script of the form comes late, and once", async ({
  page,
  context,
}) => {
  await openEditor(page, context);
  await fillIn(page, "cleo-late");
  await sleepToLogin(page, context);
  let come = () => {};
  const late = new Promise<void>((resolve) => (come = resolve));
  await intercept(page);
  await context.route(EDITOR, async (route) => {
    await late;
    await route.continue();
  });
  await submitLogin(page, "demo-accounts");
  await expect(title(page)).toHaveText("User Management");
  come();
  await ready(page);
  await expectBack(page, "cleo-late");
  await page.reload();
  await ready(page);
  await expect(editor(page).getByLabel("Username")).toHaveValue("");
  await expect(putBack(page)).toHaveCount(0);
});

test(
  "is back in each of two tabs, whichever was first to leave",
  { tag: "@at-length" },
  async ({ page, context }) => {
    await openEditor(page, context);
    await fillIn(page, "cleo-one");
    const other = await context.newPage();
    await other.goto("/users?q=demo-division");
    await other.getByRole("link", { name: /^Edit / }).click();
    const firstName = (tab: Page) =>
      tab.getByRole("form", { name: "Edit User" }).getByLabel("First name");
    await firstName(other).fill("Second tab");
    const edit = new URL(other.url()).pathname;
    await ticking(other);
    await sleep(context, 60 * MINUTE_MS);
    await expect(page).toHaveURL(/\/login$/);
    await expect(other).toHaveURL(/\/login$/);
    await submitLogin(page, "demo-accounts");
    await expect(page).not.toHaveURL(/\/login$/);
    // Login leads to the page of the tab that was the first to leave.
    const isEditorFirst = page.url().includes("/users/add");
    const [adding, editing] = isEditorFirst ? [page, other] : [other, page];
    await other.goto(isEditorFirst ? edit : "/users/add");
    await ready(adding);
    await expectBack(adding, "cleo-one");
    await expect(firstName(editing)).toHaveValue("Second tab");
  },
);
