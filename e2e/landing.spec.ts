import type { Account } from "./support/accounts";
import { signIn, title } from "./support/screens";
import { expect, test } from "./support/test";

const LANDINGS: [account: Account, path: RegExp, heading: RegExp][] = [
  ["demo-company", /^\/company-overview\/?$/, /^Company Overview$/],
  ["demo-admin", /^\/company-overview\/?$/, /^Company Overview$/],
  ["demo-accounts", /^\/users\/?$/, /^User Management$/],
  ["demo-division", /^\/division-profile\/\d+$/, /^Division Profile \S/],
  ["demo-region", /^\/region-profile\/\d+$/, /^Region Profile \S/],
  ["demo-facility", /^\/facility-profile\/\d+$/, /^Facility Profile \S/],
  ["demo-facilities", /^\/$/, /Sojourn/],
  ["demo-physician", /^\/physician-profile\/\d{10}$/, /^Physician Profile \S/],
  ["demo-physicians", /^\/physician-profile\/\d{10}$/, /^Physician Profile \S/],
  ["demo-isnp", /^\/region-profile\/\d+$/, /^Region Profile \S/],
];

for (const [account, path, heading] of LANDINGS) {
  test(`${account} lands on its own page`, async ({ page }) => {
    await signIn(page, account);
    await expect(title(page)).toHaveText(heading);
    expect(new URL(page.url()).pathname).toMatch(path);
  });
}

test("demo-facilities goes on from the logo page to each of its facilities", async ({
  page,
}) => {
  await signIn(page, "demo-facilities");
  const own = page.getByRole("navigation", { name: "Your facilities" });
  await expect(own.getByRole("link")).toHaveCount(2);
  const name = (await own.getByRole("link").first().innerText()).trim();
  await own.getByRole("link").first().click();
  await expect(title(page)).toHaveText(`Facility Profile ${name}`);
});
