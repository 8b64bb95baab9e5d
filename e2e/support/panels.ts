import { expect, type Locator, type Page } from "@playwright/test";

/** What is open over a page, by its heading: a dialog where scripts run, a section of the page where they do not. */
export function panel(
  page: Page,
  scripts: boolean,
  name: string | RegExp,
): Locator {
  return page
    .getByRole(scripts ? "dialog" : "region", { name, exact: scripts })
    .and(page.locator("#panel"));
}

/**
 * Waits until the scripts of a profile page run, where they may: its links to panels then lead to no anchor any more.
 * What is pressed earlier works as well, but as without scripts.
 */
export async function awake(page: Page, scripts: boolean): Promise<void> {
  if (!scripts) return;
  await expect(page.locator("#open-quality-short")).not.toHaveAttribute(
    "href",
    /#/,
  );
}

/** Opens the filters of a page, where they are closed: they stand behind what is in force. */
export async function openFilters(page: Page): Promise<void> {
  const filters = page.locator("details.filters");
  if ((await filters.getAttribute("open")) !== null) return;
  await filters.locator("summary").click();
}

/** The button of a figure of the overview card, by its tag. */
export function figureButton(page: Page, tag: string): Locator {
  return page.locator(`#open-inspect-${tag}`);
}

/** Path of a profile page without its query, when it is the signed-in user's own. */
export async function ownPath(page: Page): Promise<string> {
  await page.goto("/");
  return new URL(page.url()).pathname;
}

/** Texts of the rows of a table without its head, cell by cell, as soon as there are any. */
export async function cellsOf(table: Locator): Promise<string[][]> {
  await table.locator("tbody tr").first().waitFor();
  return table
    .locator("tbody tr")
    .evaluateAll((all) =>
      all.map((row) =>
        [...row.querySelectorAll("th, td")].map((cell) =>
          (cell.textContent ?? "").trim(),
        ),
      ),
    );
}
