import type { Page } from "@playwright/test";
import { DEFAULT_GRAPHS } from "../tests/pages/support/default-graphs.data";
import { sendJson, type FakeHost } from "../tests/pages/support/fake-host";
import { expectNoViolations } from "./support/axe";
import { divisionsWith, onFakeHost } from "./support/on-fake-host";
import { awake, openFilters } from "./support/panels";
import { list, rows, submitLogin, title } from "./support/screens";
import { expect, test } from "./support/test";

let host: FakeHost;
let origin: string;
onFakeHost((started) => {
  host = started.host;
  origin = started.portal.origin;
});

test.beforeEach(() => {
  host.on("/api/summary/", (_, response) =>
    sendJson(response, divisionsWith({ North: 4, South: 9 })),
  );
});

/** The host answers a path when the function that it returns is called. */
function answerLate(path: string, body: object, status = 200): () => void {
  let answer: () => void = () => undefined;
  const isTime = new Promise<void>((resolve) => (answer = resolve));
  host.on(path, (_, response) => {
    void isTime.then(() => sendJson(response, body, status));
  });
  return answer;
}

const GRAPHS = { data: DEFAULT_GRAPHS };

/** Comes in by the login page, whose scripts have run, to a page without its late panels. */
async function comeIn(page: Page): Promise<void> {
  await page.goto(`${origin}/login`);
  await expect
    .poll(() => page.evaluate(() => document.cookie))
    .toContain("scripts=1");
  await submitLogin(page, "company");
  await expect(title(page)).toHaveText("Company Overview");
}

const pictures = (page: Page) => page.locator('svg[aria-label*="chart"]');

test("graphs that take long follow their page, and can be used as ever", async ({
  page,
}) => {
  const answer = answerLate("/api/new_graphs/", GRAPHS);
  await comeIn(page);
  await expect(rows(list(page, "Division List"))).toHaveCount(2);
  await expect(pictures(page)).toHaveCount(0);
  await expect(page.locator(".profile")).toHaveAttribute("aria-busy", "true");
  answer();
  await expect(pictures(page)).toHaveCount(5);
  await expect(page.locator(".profile")).toHaveAttribute("aria-busy", "false");
  await expect(page.locator(".whole-page")).toHaveCount(0);
  await expect(page).toHaveURL(/company-overview$/);
  await page.getByRole("link", { name: "Month over month" }).first().click();
  await expect(
    page.locator(
      'svg[aria-label="30 Day RTH control chart, Month over month"]',
    ),
  ).toBeVisible();
  expect(host.callsTo("/api/new_graphs/")).toHaveLength(1);
});

test(
  "panels that wait for their data have no accessibility violation",
  { tag: "@at-length" },
  async ({ page }) => {
    await comeIn(page);
    await awake(page, true);
    let send: () => void = () => undefined;
    const isTime = new Promise<void>((resolve) => (send = resolve));
    await page.route(/[?&]_data=/, async (route) => {
      await isTime;
      await route.continue();
    });
    await openFilters(page);
    await page.getByRole("button", { name: "Submit" }).click();
    await expect(page.locator(".profile")).toHaveAttribute("aria-busy", "true");
    await expectNoViolations(page);
    send();
    await expect(page.locator(".profile")).toHaveAttribute(
      "aria-busy",
      "false",
    );
  },
);

test("what is done meanwhile stays when they come", async ({ page }) => {
  const answer = answerLate("/api/new_graphs/", GRAPHS);
  await comeIn(page);
  await awake(page, true);
  const divisions = list(page, "Division List");
  const names = divisions.locator("tbody th");
  const patients = divisions.getByRole("columnheader", {
    name: "Patients",
    exact: true,
  });
  await patients.getByRole("link").click();
  await expect(patients).toHaveAttribute("aria-sort", "ascending");
  await patients.getByRole("link").click();
  await expect(names).toHaveText(["South", "North"]);
  answer();
  await expect(pictures(page)).toHaveCount(5);
  await expect(names).toHaveText(["South", "North"]);
  expect(host.callsTo("/api/summary/")).toHaveLength(1);
});

test(
  "they follow the next page too, and are asked for once",
  { tag: "@at-length" },
  async ({ page }) => {
    await comeIn(page);
    await expect(pictures(page)).toHaveCount(5);
    const answer = answerLate("/api/new_graphs/", GRAPHS);
    host.calls.length = 0;
    await page.getByRole("link", { name: "North", exact: true }).hover();
    await page.getByRole("link", { name: "North", exact: true }).click();
    await expect(title(page)).toHaveText("Division Profile North");
    await expect(pictures(page)).toHaveCount(0);
    answer();
    await expect(pictures(page)).toHaveCount(5);
    expect(host.callsTo("/api/new_graphs/division/1/")).toHaveLength(1);
  },
);

test("who leaves a page that is still to be filled gets where they want to go", async ({
  page,
}) => {
  await comeIn(page);
  await awake(page, true);
  const answer = answerLate("/api/new_graphs/", GRAPHS);
  await page.getByRole("link", { name: "North", exact: true }).click();
  await expect(title(page)).toHaveText("Division Profile North");
  await expect(page.locator(".whole-page")).toHaveCSS("animation-delay", "8s");
  // The next page is on its way for a while, and the one before must not reload itself in that time.
  let send: () => void = () => undefined;
  const isTime = new Promise<void>((resolve) => (send = resolve));
  let say: () => void = () => undefined;
  const isAsked = new Promise<void>((resolve) => (say = resolve));
  await page.route(/company-overview.*[?&]_data=/, async (route) => {
    say();
    await isTime;
    await route.continue();
  });
  const loads: string[] = [];
  page.on("request", (request) => {
    if (request.isNavigationRequest()) loads.push(request.url());
  });
  const trail = page.getByRole("navigation", { name: /breadcrumb/i });
  await trail.getByRole("link", { name: "Company Overview" }).click();
  await isAsked;
  await title(page).evaluate(
    () => new Promise((drawn) => requestAnimationFrame(drawn)),
  );
  send();
  await expect(title(page)).toHaveText("Company Overview");
  answer();
  await expect(pictures(page)).toHaveCount(5);
  expect(loads).toEqual([]);
});

test("a late error is told in its place and as a notice", async ({ page }) => {
  const answer = answerLate(
    "/api/frailty/",
    { message: "Frailty is away." },
    500,
  );
  await comeIn(page);
  const region = page.getByRole("region", { name: "Frailty" });
  await expect(region).not.toContainText("Data was not retrieved");
  answer();
  await expect(region).toContainText("Data was not retrieved");
  await expect(page.locator("#notices")).toContainText("Frailty is away.");
});

test(
  "a late answer that is another page loads that page",
  { tag: "@at-length" },
  async ({ page }) => {
    const answer = answerLate("/api/metrics/", { message: "Not for you" }, 403);
    await comeIn(page);
    answer();
    await expect(title(page)).toContainText("(403)");
    await expect(page).toHaveURL(/whole=1/);
  },
);
