import { cookiesOf, type Account } from "./support/accounts";
import { title } from "./support/screens";
import { expect, test } from "./support/test";

const FORBIDDEN = "Sorry, you don't have permission to access this page.";
const NOT_FOUND = "Sorry, we couldn't find this page.";

const REFUSALS: [
  account: Account,
  path: string,
  status: number,
  text: string,
][] = [
  ["demo-company", "/users", 403, FORBIDDEN],
  ["demo-company", "/no-such-page", 404, NOT_FOUND],
  ["demo-company", "/no/such/page/at/all", 404, NOT_FOUND],
  ["demo-company", "/division-profile/abc", 404, NOT_FOUND],
  ["demo-company", "/facility-profile/999999", 403, FORBIDDEN],
  ["demo-company", "/physician-profile/abc", 404, NOT_FOUND],
  ["demo-company", "/physician-profile/1999999999", 404, NOT_FOUND],
  ["demo-accounts", "/company-overview", 403, FORBIDDEN],
  ["demo-accounts", "/reports/some-report", 403, FORBIDDEN],
  ["demo-division", "/company-overview", 403, FORBIDDEN],
  ["demo-region", "/company-overview", 403, FORBIDDEN],
  ["demo-facility", "/region-profile/1", 403, FORBIDDEN],
  ["demo-physician", "/physician-profile/1999999999", 403, FORBIDDEN],
  ["demo-physician", "/physician-profile/0", 403, FORBIDDEN],
  ["demo-isnp", "/users/reports-config", 403, FORBIDDEN],
];

for (const [account, path, status, text] of REFUSALS) {
  test.describe(() => {
    test.use({ storageState: cookiesOf(account) });

    test(`${account} gets ${status} at ${path} and a way home`, async ({
      page,
    }) => {
      const answer = await page.goto(path);
      expect(answer?.status()).toBe(status);
      await expect(page.getByText(text)).toBeVisible();
      await expect(page.getByText(`(${status})`)).toBeVisible();
      // Asking again would be answered the same.
      await expect(page.getByRole("link", { name: "Try again" })).toHaveCount(
        0,
      );
      await page.getByRole("link", { name: "Back to Home" }).click();
      await expect(page.getByText(text)).toHaveCount(0);
      await expect(title(page)).toBeVisible();
    });
  });
}

test("an unknown path leads a stranger to the login page", async ({ page }) => {
  await page.goto("/no-such-page");
  await expect(page).toHaveURL(/\/login/);
});
