import { Secret, TOTP } from "otpauth";
import { PASSWORD } from "./census";
import type { Browser, Page } from "./browser";
import { expect } from "vitest";
import { all, documentOf, textsOf } from "./document";
import type { Portal } from "./portal";

export const OWN = "/sign-in-settings";
export const SET_UP = `${OWN}/second-factor`;
export const CODES = `${OWN}/recovery-codes`;
export const LOGIN_CODE = "/login/code";

export const problemsOn = ({ text }: Page) =>
  textsOf(documentOf(text), "[role=alert] li");
/** The status of a refused form, and what it says. */
export const refusalOn = (page: Page) => [page.status, ...problemsOn(page)];
export const headingOn = ({ text }: Page) => textsOf(documentOf(text), "h1");

/** A browser whose password was right, of somebody with a factor. */
export async function halfIn(
  portal: Portal,
  username: string,
): Promise<Browser> {
  const browser = portal.browser();
  const { status, location } = await browser.logIn(username);
  expect([status, location]).toEqual([302, LOGIN_CODE]);
  return browser;
}

const PERIOD_MS = 30_000;

/** The code of a key, so many half minutes from now; the server takes one before and one after. */
export function codeOf(key: string, ahead = 0): string {
  const secret = Secret.fromBase32(key.replaceAll(" ", ""));
  return new TOTP({ secret }).generate({
    timestamp: Date.now() + ahead * PERIOD_MS,
  });
}

/** What a page with a key to scan shows and sends. */
export function keyOn({ text }: Page): { key: string; setUp: string } {
  const page = documentOf(text);
  const [field] = all(page, "input[name=setUp]");
  return {
    key: textsOf(page, "dd code")[0] ?? "",
    setUp: field?.getAttribute("value") ?? "",
  };
}

export function codesOn({ text }: Page): string[] {
  return textsOf(documentOf(text), "ol code");
}

/** Sets a factor up in a browser that is signed in, which then shows its recovery codes; its key, and a form's token. */
export async function setUpToCodes(
  browser: Browser,
): Promise<{ key: string; csrf: string }> {
  const csrf = await browser.csrfToken(SET_UP);
  const { key, setUp } = keyOn(await browser.get(SET_UP));
  const answer = await browser.post(SET_UP, {
    csrf,
    setUp,
    code: codeOf(key),
    currentPassword: PASSWORD,
  });
  if (answer.location !== CODES) {
    throw new Error(`no factor was set up: ${answer.status}`);
  }
  // The session has another id now, and its forms another token.
  return { key, csrf: await browser.csrfToken(CODES) };
}

/** Sets a factor up in a browser that is signed in, and keeps its recovery codes; its key, and those. */
export async function setUpFactor(
  browser: Browser,
): Promise<{ key: string; codes: string[] }> {
  const { key, csrf } = await setUpToCodes(browser);
  const codes = codesOn(await browser.get(CODES));
  await browser.post(CODES, { csrf, intent: "kept" });
  return { key, codes };
}
