import { expect, type Browser, type Page } from "@playwright/test";
import { cookiesOf } from "./accounts";
import { submitLogin, title } from "./screens";

export interface OwnUser {
  username: string;
  password: string;
}

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
    const html = await (await context.request.get("/users/add")).text();
    const field = /<input[^>]*name="csrf"[^>]*>/.exec(html)?.[0] ?? "";
    const answer = await context.request.post("/users/add", {
      headers: { origin: new URL(baseURL).origin },
      form: {
        csrf: /value="([^"]+)"/.exec(field)?.[1] ?? "",
        username: user.username,
        firstname: "Own",
        lastname: "User",
        ...access,
        password: user.password,
        confirmPassword: user.password,
      },
      maxRedirects: 0,
    });
    expect(answer.status()).toBe(303);
  } finally {
    await context.close();
  }
  return user;
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
