import { expectNoViolations } from "./support/axe";
import { cookiesOf } from "./support/accounts";
import { tabTo } from "./support/keys";
import { makeOwnUser, signInToSearch } from "./support/own-user";
import { alarm, submitLogin, title } from "./support/screens";
import { codeOf } from "./support/second-factor";
import { expect, test } from "./support/test";

const FIELD = { tag: "INPUT", name: /^code$/ } as const;

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

test("the second step is done by the keyboard alone", async ({
  page,
  browser,
  baseURL,
}) => {
  const user = await makeOwnUser(browser, baseURL ?? "");
  const context = await browser.newContext({ baseURL });
  const first = await context.newPage();
  await signInToSearch(first, user);
  await first.goto("/sign-in-settings/second-factor");
  const key = await first.locator("dd code").innerText();
  await first.getByLabel("Code", { exact: true }).fill(codeOf(key));
  await first.getByLabel("Your password", { exact: true }).fill(user.password);
  await first.getByRole("button", { name: "Set up" }).click();
  await expect(title(first)).toHaveText("Recovery codes");
  await context.close();

  await page.goto("/search");
  await submitLogin(page, user.username, user.password);
  await expect(title(page)).toHaveText("Enter your code");
  await expectNoViolations(page);
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
});
