import { readFileSync, writeFileSync } from "node:fs";
import path from "node:path";
import type { Browser, BrowserContext, Page } from "@playwright/test";
import type { MockHost } from "../mocks/mock-host";
import { PASSWORD } from "../tests/pages/support/census";
import { Browser as PageBrowser } from "../tests/pages/support/browser";
import { ADDED, startCensusHost } from "../tests/pages/support/census-host";
import { setUpFactor } from "../tests/pages/support/second-factor";
import { startPortalOfHost, startPortalWith } from "./support/portal-of-host";
import { importCensus } from "./support/portal-with-login";
import { readAloud, readBy } from "./support/screen-reader";
import { alarm, submitLogin } from "./support/screens";
import { expect, test } from "./support/test";

/** The year of which the small census tells. */
const YEAR = "startDate=2025-01-01&endDate=2025-12-31";
const COMPANY = `/company-overview?${YEAR}`;

// The journeys look at figures that are always the same.
test.describe.configure({ mode: "serial" });

let mock: MockHost;
let portal: Awaited<ReturnType<typeof startPortalOfHost>>;
/** With the data server in its process, for what no API host has. */
let own: typeof portal;
test.beforeAll(async () => {
  mock = await startCensusHost({
    reports: readFileSync("examples/reports.csv", "utf8"),
  });
  portal = await startPortalOfHost(mock.url);
  own = await startPortalWith({ DEMO: "0" }, (dataDir) =>
    importCensus(dataDir, ADDED),
  );
});
test.afterAll(async () => {
  await portal.stop();
  await own.stop();
  await mock.close();
});

let context: BrowserContext;
test.afterEach(() => context.close());

/** A page whose own scripts run only where that is asked for; the reader needs the policy out of its way. */
async function pageOf(
  browser: Browser,
  username: string | null,
  { runsScripts = false, at = portal } = {},
): Promise<Page> {
  context = await browser.newContext({
    baseURL: at.origin,
    bypassCSP: true,
    reducedMotion: "reduce",
  });
  if (!runsScripts) {
    await context.route(/\/build\/.*\.js$/, (route) => route.abort());
  }
  if (username) {
    const answer = await context.request.post("/login", {
      headers: { origin: at.origin },
      form: { username, password: PASSWORD },
      maxRedirects: 0,
    });
    expect(answer.status()).toBe(302);
  }
  return context.newPage();
}

/** What is heard is what stands in the file; UPDATE_TRANSCRIPTS=1 writes it again, to be read by whoever did it. */
function expectHeard(said: string, name: string): void {
  const file = path.join(import.meta.dirname, "transcripts", `${name}.txt`);
  if (process.env.UPDATE_TRANSCRIPTS === "1") writeFileSync(file, said);
  expect(said).toBe(readFileSync(file, "utf8"));
}

test("a login that fails says why, before its fields", async ({ browser }) => {
  const page = await pageOf(browser, null);
  await page.goto("/login");
  await submitLogin(page, "company", "not the password");
  await expect(alarm(page)).toBeVisible();
  expectHeard(await readAloud(page, "main"), "login-refused");
});

test("the second step of a login says what to type, and what else there is", async ({
  browser,
}) => {
  const owner = new PageBrowser(own.origin);
  await setUpFactor(await owner.loggedIn("physicians"));
  const page = await pageOf(browser, "physicians", { at: own });
  await page.goto("/login/code");
  await page.getByText("I cannot use my app").click();
  await page.getByRole("button", { name: "Log in" }).click();
  await expect(alarm(page)).toBeVisible();
  expectHeard(await readAloud(page, "main"), "second-step");
});

test("the company overview can be walked by headings and by landmarks", async ({
  browser,
}) => {
  const page = await pageOf(browser, "company");
  await page.goto(COMPANY);
  expectHeard(await readBy(page, "moveToNextHeading"), "overview-headings");
  expectHeard(await readBy(page, "moveToNextLandmark"), "overview-landmarks");
});

test("figures, a graph's sentences and its table say what the screen shows", async ({
  browser,
}) => {
  const page = await pageOf(browser, "company");
  await page.goto(COMPANY);
  const figures = await readAloud(page, "section[aria-labelledby=overview]");
  expectHeard(figures, "overview-figures");
  await page.goto(`${COMPANY}&graph=rth_30`);
  expectHeard(await readAloud(page, "#panel"), "graph-in-full");
});

test("a sorted list says by what, and how", async ({ browser }) => {
  const page = await pageOf(browser, "company");
  await page.goto(COMPANY);
  const head = page.getByRole("table").getByRole("link", {
    name: "Patients",
    exact: true,
  });
  const href = await head.getAttribute("href");
  await page.goto(href ?? "");

  const said = await readAloud(page, "section[aria-labelledby=list-heading]");
  expectHeard(said, "sorted-list");
});

test("the inspector is a dialog that explains its figure", async ({
  browser,
}) => {
  const page = await pageOf(browser, "company", { runsScripts: true });
  await page.goto(COMPANY);
  await page.locator("#open-inspect-rth").click();
  await expect(page.getByRole("dialog", { name: "RTH/RTH%" })).toBeVisible();
  expectHeard(await readAloud(page, "[role=dialog]"), "inspector");
});

test("search results are counted and grouped", async ({ browser }) => {
  const page = await pageOf(browser, "company");
  await page.goto("/search?q=al");
  expectHeard(await readAloud(page, "main"), "search-results");
});

test("a note says that it is new, and then that it is read", async ({
  browser,
}) => {
  const page = await pageOf(browser, "physician", { at: own });
  await page.goto("/reports/after-hours-patient-report/");
  const list = "section[aria-labelledby=notes-heading]";
  const before = await readAloud(page, list, { hideDays: true });
  expectHeard(before, "notes-unread");
  await page.getByRole("button", { name: "Mark all as read" }).click();
  await expect(page.locator("#notices")).toContainText(/read/);
  expectHeard(await readAloud(page, "#notices"), "notes-read");
});

test("the form of a new user says what each field is, and what belongs to its level", async ({
  browser,
}) => {
  const page = await pageOf(browser, "accounts");
  await page.goto("/users/add");
  const form = page.getByRole("form", { name: "Add User" });
  await form.getByLabel("Access level").selectOption("region");
  await form.getByRole("button", { name: "Show the choices" }).click();
  await expect(form.getByRole("group", { name: /^Region/ })).toBeVisible();
  expectHeard(
    await readAloud(page, "form[aria-label='Add User']"),
    "user-editor",
  );
});

test("a request of a report that is not complete says what is missing, and where", async ({
  browser,
}) => {
  const page = await pageOf(browser, "facilities");
  await page.goto("/reports/cms-qies-reports/request");
  await page.getByLabel("Report type").selectOption("50-5007");
  await page.getByRole("button", { name: "Submit request" }).click();
  await expect(alarm(page)).toBeVisible();
  const said = await readAloud(page, "form[aria-label='Request CMS Report']", {
    hideDays: true,
  });
  expectHeard(said, "report-request");
});
