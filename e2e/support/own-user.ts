import {
  expect,
  type APIResponse,
  type Browser,
  type BrowserContext,
  type Page,
} from "@playwright/test";
import { cookiesOf } from "./accounts";
import { submitLogin, title } from "./screens";

export interface OwnUser {
  username: string;
  password: string;
}

const FIRST_PASSWORD = "First-Of-Own-2026";

let made = 0;

/** Level and place of a user, as the form of the account manager sends them. */
type Access = Record<"accessLevel", string> & Partial<Record<string, string>>;

/** A user for one journey alone, of the company unless told otherwise, made as the account manager makes users. */
export async function makeOwnUser(
  browser: Browser,
  baseURL: string,
  access: Access = { accessLevel: "company" },
): Promise<OwnUser> {
  made += 1;
  const user = {
    username: `own-${process.pid}-${Date.now()}-${made}`,
    password: "Own-User-2026",
  };
  const context = await browser.newContext({
    baseURL,
    storageState: cookiesOf("demo-accounts"),
  });
  try {
    const answer = await postForm(context, baseURL, "/users/add", {
      username: user.username,
      firstname: "Own",
      lastname: "User",
      ...access,
      password: FIRST_PASSWORD,
      confirmPassword: FIRST_PASSWORD,
    });
    expect(answer.status()).toBe(303);
  } finally {
    await context.close();
  }
  await choosePassword(browser, baseURL, user, FIRST_PASSWORD);
  return user;
}

/** Changes the first password, as the first login asks for it. */
async function choosePassword(
  browser: Browser,
  baseURL: string,
  { username, password }: OwnUser,
  first: string,
): Promise<void> {
  const context = await browser.newContext({ baseURL });
  try {
    await context.request.post("/login", {
      headers: { origin: new URL(baseURL).origin },
      form: { username, password: first },
      maxRedirects: 0,
    });
    const answer = await postForm(context, baseURL, "/change-password", {
      currentPassword: first,
      password,
      confirmPassword: password,
    });
    expect(answer.status()).toBe(303);
  } finally {
    await context.close();
  }
}

/** Sends the form of a page with the token that is in it. */
async function postForm(
  { request }: BrowserContext,
  baseURL: string,
  path: string,
  fields: Partial<Record<string, string>>,
): Promise<APIResponse> {
  const html = await (await request.get(path)).text();
  const field = /<input[^>]*name="csrf"[^>]*>/.exec(html)?.[0] ?? "";
  const csrf = /value="([^"]+)"/.exec(field)?.[1] ?? "";
  return request.post(path, {
    headers: { origin: new URL(baseURL).origin },
    form: { csrf, ...fields } as Record<string, string>,
    maxRedirects: 0,
  });
}

/** Signs in from the search, where login leads back to: a page that takes the server less than any other. */
export async function signInToSearch(
  page: Page,
  { username, password }: OwnUser,
): Promise<void> {
  await page.goto("/search");
  await submitLogin(page, username, password);
  await expect(title(page)).toHaveText("Search");
}
