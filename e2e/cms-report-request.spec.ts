import type { Locator, Page } from "@playwright/test";
import { cookiesOf } from "./support/accounts";
import { expect, test } from "./support/test";

test.use({ storageState: cookiesOf("demo-company") });

function form(page: Page): Locator {
  return page.getByRole("form", { name: "Request CMS Report" });
}

test(
  "error numbers are found, chosen and taken away by keys",
  { tag: "@at-length" },
  async ({ page }) => {
    await page.goto("/reports/cms-qies-reports/request");
    // The button goes when scripts have taken the form over.
    await expect(
      page.getByRole("button", { name: "Show fields", includeHidden: true }),
    ).toHaveCount(0);
    await page.getByLabel("Report type").selectOption("50-5002");
    const field = page.getByLabel("Error numbers", { exact: true });
    await field.focus();
    await expect(field).toHaveRole("combobox");
    await field.pressSequentially("351");
    const options = page
      .getByRole("listbox", { name: "Listed error numbers" })
      .getByRole("option");
    await expect(options).toHaveCount(2);
    await field.press("ArrowDown");
    await field.press("ArrowDown");
    await field.press("Enter");
    await expect(options).toHaveCount(0);
    await field.pressSequentially("9001");
    await field.press("Enter");
    const chosen = page.getByRole("list", { name: "Chosen error numbers" });
    await expect(chosen.getByRole("listitem")).toHaveText([/-3517/, /-9001/]);
    await field.pressSequentially("4");
    await expect(options.first()).toBeVisible();
    await field.press("Escape");
    await expect(options.first()).toBeHidden();
    await expect(field).toBeFocused();
    await field.fill("9999");
    const none = form(page)
      .getByText(
        "No error number in the list has these digits. You can type any number.",
      )
      .last();
    await expect(none).toBeVisible();
    await field.press("Escape");
    await expect(none).toBeHidden();
    await page.getByRole("button", { name: "Remove -3517" }).press("Enter");
    await expect(chosen.getByRole("listitem")).toHaveText([/-9001/]);
    await expect(
      page.getByRole("button", { name: "Remove -9001" }),
    ).toBeFocused();
  },
);
