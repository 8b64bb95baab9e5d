import type { Browser, Page } from "@playwright/test";
import { Secret, TOTP } from "otpauth";
import { makeOwnUser, signInToSearch, type OwnUser } from "./own-user";
import { expect } from "./test";
import { title } from "./screens";

const PERIOD_MS = 30_000;

/** The code of a key, so many half minutes from now. */
export function codeOf(key: string, ahead = 0): string {
  const secret = Secret.fromBase32(key.replaceAll(" ", ""));
  const timestamp = Date.now() + ahead * PERIOD_MS;
  return new TOTP({ secret }).generate({ timestamp });
}

/** A user with a second factor, signed in; its key. */
export async function signInWithFactor(
  page: Page,
  browser: Browser,
  baseURL: string,
): Promise<{ user: OwnUser; key: string; codes: string[] }> {
  const user = await makeOwnUser(browser, baseURL);
  await signInToSearch(page, user);
  await page.goto("/sign-in-settings/second-factor");
  const key = await page.locator("dd code").innerText();
  await page.getByLabel("Code", { exact: true }).fill(codeOf(key));
  await page.getByLabel("Your password", { exact: true }).fill(user.password);
  await page.getByRole("button", { name: "Set up" }).click();
  await expect(title(page)).toHaveText("Recovery codes");
  const codes = await page.locator("ol code").allInnerTexts();
  await page.getByRole("button", { name: "I have saved them" }).click();
  await expect(title(page)).toHaveText("Your login");
  return { user, key, codes };
}
