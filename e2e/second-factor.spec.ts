import type { Page } from "@playwright/test";
import { expectNoViolations } from "./support/axe";
import { cookiesOf } from "./support/accounts";
import { tabTo } from "./support/keys";
import { makeOwnUser, signInToSearch } from "./support/own-user";
import { alarm, submitLogin, title } from "./support/screens";
import { codeOf } from "./support/second-factor";
import { expect, test } from "./support/test";

const FIELD = { tag: "INPUT", name: /^code$/ } as const;

/** axe is a script of the page, so the same page is looked at with scripts alone. */
async function expectAccessible(page: Page): Promise<void> {
  const { scripts } = test.info().project.use as { scripts?: boolean };
  if (scripts !== false) await expectNoViolations(page);
}

test(
  "a user sets a second factor up, and logs in with a code and with a recovery code",
  { tag: "@at-length" },
  async ({ page, browser, baseURL }) => {
    const user = await makeOwnUser(browser, baseURL ?? "");
    await signInToSearch(page, user);
    await page.locator("header summary", { hasText: /^OU/ }).click();
    await page.getByRole("link", { name: "Your login" }).click();
    await expect(title(page)).toHaveText("Your login");
    await expectAccessible(page);

    await page.getByRole("link", { name: "Set up" }).click();
    await expect(title(page)).toHaveText("Set up your second factor");
    await expect(page.getByRole("img", { name: /^QR code/ })).toBeVisible();
    await expectAccessible(page);
    const key = page.locator("dd code");
    const shown = await key.innerText();
    const code = page.getByLabel("Code", { exact: true });
    const password = page.getByLabel("Your password", { exact: true });
    await code.fill(codeOf(shown));
    await password.fill("not this");
    await page.getByRole("button", { name: "Set up" }).click();
    await expect(
      alarm(page).getByRole("link", { name: "The current password is wrong" }),
    ).toBeVisible();
    await expect(code).toHaveValue("");
    await expect(password).toHaveValue("");
    await expect(key).toHaveText(shown);
    await code.fill(codeOf(shown));
    await password.fill(user.password);
    await page.getByRole("button", { name: "Set up" }).click();
    await expect(title(page)).toHaveText("Recovery codes");
    await expectAccessible(page);
    const codes = await page.locator("ol code").allInnerTexts();
    expect(codes).toHaveLength(10);
    await page.reload();
    await expect(page.locator("ol code")).toHaveText(codes);
    await page.getByRole("button", { name: "I have saved them" }).click();
    await expect(
      page.getByText("You have 10 recovery codes left."),
    ).toBeVisible();
    await page.goto("/sign-in-settings/recovery-codes");
    await expect(page.getByLabel("Code", { exact: true })).toBeVisible();

    const context = await browser.newContext({ baseURL });
    const other = await context.newPage();
    await other.goto("/search?q=re");
    await submitLogin(other, user.username, user.password);
    await expect(title(other)).toHaveText("Enter your code");
    await expect(
      other.getByText(`Logging in as ${user.username}`),
    ).toBeVisible();
    await other.getByText("I cannot use my app").click();
    await other.getByLabel("Recovery code").fill(codes[0] ?? "");
    await other.getByRole("button", { name: "Log in" }).click();
    await expect(other).toHaveURL(/\/search\?q=re/);
    await expect(
      other.getByText("You have 9 recovery codes left."),
    ).toBeVisible();
    await context.close();

    await page.goto("/sign-in-settings");
    await page.getByRole("button", { name: /^Log out there/ }).click();
    await expect(page.getByText("That browser is logged out.")).toBeVisible();
    await expectAccessible(page);

    await page.getByRole("link", { name: "Renew" }).click();
    await expect(title(page)).toHaveText("Renew your second factor");
    await expectAccessible(page);
    const present = page.getByLabel("Code from your current app");
    await page
      .getByLabel("Code from the new key")
      .fill(codeOf(await key.innerText()));
    await password.fill(user.password);
    await page.getByRole("button", { name: "Renew" }).click();
    await expect(
      alarm(page).getByRole("link", {
        name: /^Type a code from your current app/,
      }),
    ).toBeVisible();
    await page
      .getByLabel("Code from the new key")
      .fill(codeOf(await key.innerText()));
    await present.fill(codes[1] ?? "");
    await password.fill(user.password);
    await page.getByRole("button", { name: "Renew" }).click();
    await expect(title(page)).toHaveText("Recovery codes");
    const [anotherCode = ""] = await page.locator("ol code").allInnerTexts();
    await page.getByRole("button", { name: "I have saved them" }).click();

    await page.getByRole("link", { name: "Remove" }).click();
    await expect(title(page)).toHaveText("Remove your second factor");
    await expectAccessible(page);
    await present.fill(anotherCode);
    await password.fill(user.password);
    await page.getByRole("button", { name: "Remove" }).click();
    await expect(
      page.getByText("Your second factor is removed."),
    ).toBeVisible();
  },
);

test.describe("for an account manager", () => {
  test.use({ storageState: cookiesOf("demo-accounts") });

  test(
    "the head of the column is level with the links beside it",
    { tag: "@at-length" },
    async ({ page }) => {
      await page.goto("/users");
      const head = page.locator("#users thead");
      // A head may have two lines: heads end on one line with each other.
      const endOf = async (text: string) => {
        const box = await head.getByText(text, { exact: true }).boundingBox();
        return box ? box.y + box.height : 0;
      };
      const end = await endOf("Username");
      expect(end).toBeGreaterThan(0);
      expect(Math.abs((await endOf("Second factor")) - end)).toBeLessThan(0.3);
    },
  );
});

test(
  "the second step is done by the keyboard alone",
  { tag: "@no-scripts" },
  async ({ page, browser, baseURL }) => {
    const user = await makeOwnUser(browser, baseURL ?? "");
    const context = await browser.newContext({ baseURL });
    const first = await context.newPage();
    await signInToSearch(first, user);
    await first.goto("/sign-in-settings/second-factor");
    const key = await first.locator("dd code").innerText();
    await first.getByLabel("Code", { exact: true }).fill(codeOf(key));
    await first
      .getByLabel("Your password", { exact: true })
      .fill(user.password);
    await first.getByRole("button", { name: "Set up" }).click();
    await expect(title(first)).toHaveText("Recovery codes");
    await context.close();

    await page.goto("/search");
    await submitLogin(page, user.username, user.password);
    await expect(title(page)).toHaveText("Enter your code");
    await expectAccessible(page);
    await tabTo(page, FIELD);
    await page.keyboard.type("12");
    await page.keyboard.press("Enter");
    await expect(alarm(page)).toContainText("This is not a code.");
    await tabTo(page, FIELD);
    await page.keyboard.type(codeOf(key, 1));
    await tabTo(page, { tag: "BUTTON", name: /^Log in$/ });
    // The button says so while the page that the refusal led to is on its way: a press is not taken before.
    await expect(page.getByRole("button", { name: "Log in" })).toBeEnabled();
    await page.keyboard.press("Enter");
    await expect(title(page)).toHaveText("Search");
  },
);
