import type { Locator, Page } from "@playwright/test";
import { chosenFor } from "../app/domain/qies/testing/chosen-values";
import { QIES_REPORT_TYPES } from "../app/domain/qies/report-types";
import { cookiesOf } from "./support/accounts";
import { list, rows, signIn, title } from "./support/screens";
import { expect, test } from "./support/test";

const PAGE = "/reports/cms-qies-reports/request";

function form(page: Page): Locator {
  return page.getByRole("form", { name: "Request CMS Report" });
}

/** Shows the fields that belong to what is chosen, as scripts do by themselves. */
async function showFields(page: Page, scripts: boolean): Promise<void> {
  if (scripts) return;
  await page.getByRole("button", { name: "Show fields" }).click();
}

async function chooseReport(
  page: Page,
  code: string,
  scripts: boolean,
): Promise<void> {
  await expect(page.getByLabel("Report type")).toBeVisible();
  if (scripts) {
    // The button goes when scripts have taken the form over.
    await expect(
      page.getByRole("button", { name: "Show fields", includeHidden: true }),
    ).toHaveCount(0);
  }
  await page.getByLabel("Report type").selectOption(code);
  await showFields(page, scripts);
}

async function submit(page: Page): Promise<void> {
  await page.getByRole("button", { name: "Submit request" }).click();
}

/** Types into the fields by the names that they are sent under. */
async function fillIn(
  page: Page,
  code: string,
  scripts: boolean,
): Promise<void> {
  const chosen = chosenFor(code, "2026-03-31");
  for (const [name, [value = ""] = []] of Object.entries(chosen)) {
    const field = form(page).locator(`[name=${name}]`);
    if (name === "errorNumbers") {
      const number = form(page).locator("[name=moreErrorNumbers]");
      await number.fill(value);
      if (scripts) {
        // It joins the chosen ones, and the list of the others leaves the button alone.
        await number.press("Enter");
        await number.press("Tab");
      }
    } else if (name === "submissionBy") {
      await form(page).getByLabel("Submission ID").check();
      await showFields(page, scripts);
    } else if ((await field.evaluate((one) => one.tagName)) === "SELECT") {
      await field.selectOption(value);
    } else {
      await field.fill(value);
    }
  }
}

/** Reports of which each asks for something that none before it asks for; the tests of the pages send them all. */
function oneOfEachKind() {
  const known = new Set<string>();
  return QIES_REPORT_TYPES.filter(({ code }) => {
    const names = Object.keys(chosenFor(code, "2026-03-31"));
    const isNew = names.some((name) => !known.has(name)) || known.size === 0;
    for (const name of names) known.add(name);
    return isNew;
  });
}

// A session of its own: a notice is shown once, and the other project's journey would take it.
test("a facility's manager requests a report of each kind", async ({
  page,
  scripts,
}) => {
  test.slow();
  await signIn(page, "demo-facility");
  for (const { code, name } of oneOfEachKind()) {
    await page.goto(PAGE);
    await chooseReport(page, code, scripts);
    await fillIn(page, code, scripts);
    await submit(page);
    await expect(
      page.getByText("New report requested successfully"),
    ).toBeVisible();
    // Browsers keep the anchor of the form that was sent.
    await expect(page).toHaveURL(/\/cms-qies-reports(#request)?$/);
    await expect(
      rows(list(page, "Requested reports")).filter({ hasText: name }).first(),
    ).toBeVisible();
  }
});

test.describe("the company", () => {
  test.use({ storageState: cookiesOf("demo-company") });

  test("is told what is missing, and the form keeps what it has", async ({
    page,
    scripts,
  }) => {
    await page.goto(PAGE);
    await chooseReport(page, "56-800", scripts);
    await form(page).locator("[name=endDate]").fill("2999-01-01");
    await submit(page);
    const alert = form(page).getByRole("alert");
    await expect(alert.getByRole("link")).toHaveText([
      "Facility selection required",
      "Start date required",
      "End date cannot be future date",
      "Comparison group required",
    ]);
    await expect(page).toHaveTitle(/^Error: Request CMS Report/);
    await alert.getByRole("link", { name: "Start date required" }).click();
    await expect(form(page).getByLabel("Start date")).toBeFocused();
    await expect(form(page).getByLabel("End date")).toHaveValue("2999-01-01");

    await page.getByRole("link", { name: "Close" }).click();
    await expect(title(page)).toHaveText("CMS QIES Reports");
    await expect(form(page)).toHaveCount(0);
    await page
      .getByRole("link", { name: "Request CMS Report" })
      .first()
      .click();
    await expect(page.getByLabel("Report type")).toHaveValue("");
  });

  test("finds error numbers", async ({ page, scripts }) => {
    await page.goto(PAGE);
    await chooseReport(page, "50-5002", scripts);
    if (!scripts) {
      await page.getByLabel("Search error numbers").fill("35");
      await page.getByRole("button", { name: "Find" }).click();
      await expect(page.getByText("36 error numbers found")).toBeVisible();
      await page.setViewportSize({ width: 360, height: 740 });
      const overflow = await page.evaluate(() => {
        document.documentElement.style.fontSize = "200%";
        return document.documentElement.scrollWidth - window.innerWidth;
      });
      expect(overflow).toBeLessThanOrEqual(0);
      await page.getByLabel("-3511").check();
      await page.getByLabel("Other error numbers").fill("9001");
      await page.getByLabel("Search error numbers").fill("4035");
      await page.getByRole("button", { name: "Find" }).click();
      const chosen = page.getByRole("group", { name: "Chosen error numbers" });
      await expect(chosen.getByRole("checkbox", { checked: true })).toHaveCount(
        2,
      );
      return;
    }
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
  });
});
