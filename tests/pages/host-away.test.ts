import { beforeAll, expect, it } from "vitest";
import { addressOf, builtRoutes } from "../threats/support/built-routes";
import type { Browser } from "./support/browser";
import { all, documentOf, textOf } from "./support/document";
import { type FakeHost, says, signsIn } from "./support/fake-host";
import { onFakeHost } from "./support/on-fake-host";
import type { Portal } from "./support/portal";

const IDS = { npi: "1000000001", slug: "infection-control", level: "company" };
/** Where the host is told to be away; 502 tells a script that it cannot be asked. */
const HONEST = [200, 204, 302, 403, 404, 502, 503, 504];
/** Addresses of files, and of what has no frame by itself. */
const WITHOUT_FRAME =
  /-file|-data\b|^\/left-open|^\/oidc\b|^\/(healthcheck|readiness|session)/;
const EDIT = "/users/5/edit";
const USER = {
  id: 5,
  username: "dana",
  firstname: "Dana",
  lastname: "Dean",
  access_level: "company",
  access_level_id: "0",
  isnp_only: false,
};

let host: FakeHost;
let portal: Portal;
onFakeHost((started) => ({ host, portal } = started));

const browsers = new Map<string, Browser>();
const as = (role: string) => browsers.get(role) as Browser;
let csrf: string;
// One after the other, as the host goes and comes back.
beforeAll(async () => {
  says(host, "/auth/user", { users: [USER] });
  for (const role of ["company", "account_manager"]) {
    signsIn(host, { role });
    browsers.set(role, await portal.browser().loggedIn("somebody"));
  }
  const form = await as("account_manager").get(EDIT);
  expect(form.text).toContain('value="dana"');
  csrf = await as("account_manager").csrfToken(EDIT);
  await host.leave();
});

it("leaves every address of the portal an answer of its own, soon, and pages their frame", async () => {
  const addresses = builtRoutes()
    .filter(({ hasLoader }) => hasLoader)
    .map((route) => addressOf(route, IDS));
  for (const address of addresses) {
    const role = /user|audit/.test(address) ? "account_manager" : "company";
    const started = performance.now();
    const page = await as(role).get(address);
    expect([address, performance.now() - started < 3_000]).toEqual([
      address,
      true,
    ]);
    expect([address, HONEST.includes(page.status)]).toEqual([address, true]);
    if (!page.headers.get("content-type")?.includes("html")) continue;
    if (page.location !== null) continue;
    const document = documentOf(page.text);
    expect([address, document.title]).toEqual([
      address,
      expect.stringMatching(/\S/),
    ]);
    expect(all(document, "h1").map(textOf)).toEqual([
      expect.stringMatching(/\S/),
    ]);
    if (WITHOUT_FRAME.test(address)) continue;
    expect([address, all(document, "header [href='/']").length > 0]).toEqual([
      address,
      true,
    ]);
  }
});

it("lets nobody in, and everybody out", async () => {
  const login = await portal.browser().logIn("dana");
  expect([login.status, login.headers.get("retry-after")]).toEqual([503, "5"]);
  expect(login.text).toContain('value="dana"');
  const company = as("company");
  const token = await company.csrfToken("/search");
  expect((await company.post("/logout", { csrf: token })).location).toBe(
    "/login",
  );
  expect((await company.get("/company-overview")).location).toBe("/login");
});

it("keeps what is posted, and the form has it when the host is back", async () => {
  const accounts = as("account_manager");
  const typed = { csrf, ...USER, id: "5", firstname: "Typed-again" };
  const fields = Object.entries(typed).map(([name, value]) => [
    name,
    String(value),
  ]);
  const form = new URLSearchParams(fields);
  expect((await accounts.post(EDIT, form)).status).toBe(503);

  await host.comeBack();
  says(host, "/auth/user", { users: [USER] });
  // A host that has failed again and again is left alone for some seconds.
  let page = await accounts.get(EDIT);
  const again = async () => (page = await accounts.get(EDIT)).status;
  if (page.status !== 200) await expect.poll(again).toBe(200);
  expect(page.text).toContain('value="Typed-again"');
  expect(page.text).toContain("We put back what you had typed.");
  expect((await accounts.get(EDIT)).text).not.toContain("Typed-again");
});
