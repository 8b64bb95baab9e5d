import { cookiesOf } from "./support/accounts";
import { awake, figureButton, openFilters, panel } from "./support/panels";
import { list, openFirst, signIn, title } from "./support/screens";
import { expect, test } from "./support/test";

// README, 'Browsers'. All journeys run like that with OLDEST_BROWSER=1.
test.describe("the oldest browser that scripts run in", () => {
  test.use({ oldest: true });

  test("signs in, opens what is on the overview, and goes down with its filters", async ({
    page,
  }) => {
    await page.goto("/login");
    expect(await page.evaluate(() => "at" in Array.prototype)).toBe(false);
    expect(await page.evaluate(() => "size" in URLSearchParams.prototype)).toBe(
      false,
    );
    await signIn(page, "demo-company");
    await awake(page, true);
    await figureButton(page, "rth").click();
    await expect(panel(page, true, "RTH/RTH%")).toBeVisible();
    await page.keyboard.press("Escape");
    await page.getByRole("link", { name: "Full screen 30 Day RTH" }).click();
    const graph = panel(page, true, "30 Day RTH");
    await expect(graph.getByRole("table")).toBeVisible();
    await page.keyboard.press("Escape");
    // The address changes first: a form is as it was, once the page is.
    await expect(graph).toHaveCount(0);
    await expect(page).toHaveURL(/company-overview$/);
    await openFilters(page);
    await page
      .getByLabel("ISNP", { exact: true })
      .selectOption("ISNP Patients Only");
    await page.getByRole("button", { name: "Submit" }).click();
    await expect(page).toHaveURL(/isnp=true/);
    await openFirst(
      list(page, "Division List"),
      /division-profile\/.*isnp=true/,
    );
    await openFirst(list(page, "Region List"), /region-profile\/.*isnp=true/);
    await openFirst(
      list(page, "Facility List"),
      /facility-profile\/.*isnp=true/,
    );
    await expect(title(page)).toHaveText(/^Facility Profile/);
    const search = page.getByRole("combobox", { name: "Search" });
    await page.getByLabel("Search").first().fill("region");
    await expect(search).toHaveAttribute("aria-expanded", "true");
  });

  test.describe("of an account manager", () => {
    test.use({ storageState: cookiesOf("demo-accounts") });

    test(
      "opens the editor and the grid of reports",
      { tag: "@at-length" },
      async ({ page }) => {
        await page.goto("/users/add");
        const form = page.getByRole("dialog", { name: "Add User" });
        await form.getByLabel("Access level").selectOption("region");
        await expect(
          form.getByRole("group", { name: /^Division/ }),
        ).toBeVisible();
        await page.goto("/users/reports-config");
        await expect(page.getByRole("checkbox").first()).toBeVisible();
      },
    );
  });
});
