import { expect, type Locator, type Page } from "@playwright/test";
import { PASSWORD, type Account } from "./accounts";

/** Fills in the login form of the page that is open. */
export async function submitLogin(
  page: Page,
  username: string,
  password: string = PASSWORD,
): Promise<void> {
  await page.getByLabel("Username").fill(username);
  await page.getByLabel("Password", { exact: true }).fill(password);
  await page.getByRole("button", { name: "Login" }).click();
}

/** Signs in from the login page and waits until it is left. */
export async function signIn(page: Page, account: Account): Promise<void> {
  await page.goto("/login");
  await submitLogin(page, account);
  await expect(page).not.toHaveURL(/\/login/);
}

/** Logs out, which is one press. */
export async function logOut(page: Page): Promise<void> {
  await page.getByRole("button", { name: "Log out" }).click();
  await expect(page).toHaveURL(/\/login/);
}

/** What the page says went wrong. Live regions stand empty until there is something to say. */
export function alarm(page: Page): Locator {
  return page.getByRole("alert").filter({ hasText: /\S/ });
}

/** The page's one main heading. */
export function title(page: Page): Locator {
  return page.getByRole("heading", { level: 1 });
}

/** The drill-down list of a profile page, by its title: 'Division List'. */
export function list(page: Page, name: string): Locator {
  return page.getByRole("table", { name: new RegExp(name) });
}

/** Rows of a list without its head. */
export function rows(table: Locator): Locator {
  return table.locator("tbody").getByRole("row");
}

/** Opens the first named row of a list whose link leads to a page of `path`. */
export async function openFirst(table: Locator, path: RegExp): Promise<string> {
  const link = rows(table).getByRole("link").first();
  const name = (await link.innerText()).trim();
  await link.click();
  await expect(table.page()).toHaveURL(path);
  return name;
}
