import { afterAll, beforeAll } from "vitest";
import { freePort } from "../../../scripts/free-port.mjs";
import {
  CLIENT,
  openTestProvider,
  type TestProvider,
} from "~server/oidc/testing/test-provider";
import type { Browser, Page } from "./browser";
import { all, documentOf, textsOf } from "./document";
import {
  PORTAL_START_TIMEOUT_MS,
  startPortal,
  type OwnPortal,
  type Portal,
} from "./portal";

export const NAME = "Velmora Staff";

/** A portal with the login of an organisation. */
export interface WithLogin {
  portal: Portal;
  provider: TestProvider;
}

/** Starts both for the tests of the block that calls this; they end with the block. */
export function onPortalWithLogin(
  take: (both: WithLogin) => void,
  env: Record<string, string> = {},
): void {
  let started: { portal: OwnPortal; provider: TestProvider };
  beforeAll(async () => {
    started = await startWithLogin(env);
    take(started);
  }, PORTAL_START_TIMEOUT_MS);
  afterAll(async () => {
    await started.portal.stop();
    await started.provider.close();
  });
}

/** A portal with the login of an organisation, for whoever ends both. */
export async function startWithLogin(env: Record<string, string> = {}) {
  const port = await freePort();
  const provider = await openTestProvider(`http://127.0.0.1:${port}`);
  const portal = await startPortal({
    port,
    env: {
      OIDC_ISSUER: provider.issuer,
      OIDC_CLIENT_ID: CLIENT.client_id,
      OIDC_CLIENT_SECRET: CLIENT.client_secret,
      OIDC_NAME: NAME,
      OIDC_SCOPE: "openid profile",
      ...env,
    },
  });
  return { portal, provider };
}

/** Goes from the button of the login page to the organisation's login and back; the answer to that. */
export async function comeBack(
  browser: Browser,
  { provider }: WithLogin,
): Promise<Page> {
  return browser.get(await wayBack(browser, { provider }));
}

/** As {@link comeBack}, but for the last step, whose address this is. */
export async function wayBack(
  browser: Browser,
  { provider }: Pick<WithLogin, "provider">,
): Promise<string> {
  const headers = { referer: `${browser.origin}/login` };
  const going = await browser.get("/oidc", { headers });
  if (going.status !== 302 || !going.location) {
    throw new Error(`the way does not begin: ${going.status}`);
  }
  const { pathname, search } = await provider.walk(going.location);
  return pathname + search;
}

/** A code for a user, as an account manager gets it in the dialog over the list of users. */
export async function codeFor(
  manager: Browser,
  username: string,
): Promise<string> {
  const dialog = await dialogOf(manager, username);
  const made = await manager.submit(dialog, { task: "make" });
  const code = codeIn(await manager.get(made.location ?? dialog));
  if (!code) throw new Error(`no code: ${made.status}`);
  return code;
}

/** The code that a dialog shows; undefined for none. */
export function codeIn({ text }: Page): string | undefined {
  const [code] = textsOf(
    documentOf(text),
    "dialog code, [role=dialog] code, main code",
  );
  return code;
}

/** Address of the dialog about a user. */
export async function dialogOf(
  manager: Browser,
  username: string,
): Promise<string> {
  const list = documentOf((await manager.get(`/users?q=${username}`)).text);
  const link = all(list, "a[href*=organisation-account]").find((one) =>
    one.getAttribute("aria-label")?.endsWith(` ${username}`),
  );
  const href = link?.getAttribute("href");
  if (!href) throw new Error(`no dialog about ${username}`);
  return href.split("?")[0] ?? "";
}
