import type { Page } from "@playwright/test";
import { cookiesOf } from "./support/accounts";
import { awake } from "./support/panels";
import { list, rows, title } from "./support/screens";
import { expect, test } from "./support/test";

test.use({ storageState: cookiesOf("demo-company") });
/** Paths of the data that scripts ask for, as they ask. */
function dataRequestsOf(page: Page): string[] {
  const asked: string[] = [];
  page.on("request", (request) => {
    const url = new URL(request.url());
    if (url.searchParams.get("_data")?.includes("profile")) {
      asked.push(url.pathname);
    }
  });
  return asked;
}

function firstRow(page: Page) {
  return rows(list(page, "Division List")).getByRole("link").first();
}

async function openOverview(page: Page): Promise<void> {
  await page.goto("/company-overview");
  await awake(page, true);
}

/** Rests on a link until its page is asked for; what listens comes a moment after the page. */
async function restOn(
  page: Page,
  link: ReturnType<typeof firstRow>,
  asked: string[],
): Promise<void> {
  await expect(async () => {
    await page.mouse.move(0, 0);
    await link.hover();
    await expect.poll(() => asked.length, { timeout: 1_000 }).toBe(1);
  }).toPass();
}

test("a row that the pointer rests on is fetched once, and shown when it is clicked", async ({
  page,
}) => {
  const asked = dataRequestsOf(page);
  await openOverview(page);
  const link = firstRow(page);
  const name = (await link.innerText()).trim();
  const path = await link.getAttribute("href");
  const answered = page.waitForResponse(/division-profile.*_data=/);
  await restOn(page, link, asked);
  await (await answered).finished();
  await link.click();
  await expect(title(page)).toHaveText(`Division Profile ${name}`);
  await expect(page).toHaveTitle(`Division Profile: ${name} – Sojourn`);
  expect(asked).toEqual([path]);
});

test("a row that the focus rests on is fetched once, and shown at Enter", async ({
  page,
}) => {
  const asked = dataRequestsOf(page);
  await openOverview(page);
  const link = firstRow(page);
  await expect(async () => {
    await link.blur();
    await link.focus();
    await expect.poll(() => asked.length, { timeout: 1_000 }).toBe(1);
  }).toPass();
  await page.keyboard.press("Enter");
  await expect(title(page)).toHaveText(/^Division Profile \S/);
  expect(asked).toEqual([new URL(page.url()).pathname]);
});

test("the way back by a breadcrumb is asked for once as well, and anew each time", async ({
  page,
}) => {
  const asked = dataRequestsOf(page);
  await openOverview(page);
  await firstRow(page).click();
  await expect(title(page)).toHaveText(/^Division Profile \S/);
  const division = new URL(page.url()).pathname;
  await page.getByRole("link", { name: "Company Overview" }).click();
  await expect(title(page)).toHaveText("Company Overview");
  await firstRow(page).click();
  await expect(title(page)).toHaveText(/^Division Profile \S/);
  expect(asked.filter((path) => path === division)).toHaveLength(2);
});

test("the second page of a kind comes with its own data, not with those of the first", async ({
  page,
}) => {
  await openOverview(page);
  const links = rows(list(page, "Division List")).getByRole("link");
  for (const link of [links.nth(0), links.nth(1)]) {
    const name = (await link.innerText()).trim();
    await links.nth(0).hover();
    await links.nth(1).hover();
    await link.click();
    await expect(title(page)).toHaveText(`Division Profile ${name}`);
    await page.goBack();
    await expect(title(page)).toHaveText("Company Overview");
  }
});

test("a physician's row, whose page names patients, is not fetched ahead, by pointer or focus", async ({
  page,
}) => {
  await page.goto("/search");
  const facility = page
    .getByRole("region", { name: "Facilities" })
    .getByRole("link")
    .first();
  const path = (await facility.getAttribute("href")) ?? "";
  const asked = dataRequestsOf(page);
  await page.goto(path);
  await awake(page, true);
  const above = page
    .getByRole("navigation", { name: "Breadcrumbs" })
    .getByRole("link", { name: /^Region:/ });
  await restOn(page, above, asked);
  const physicians = rows(list(page, "Physician List")).locator(
    'a[href^="/physician-profile/"]',
  );
  const [first, second] = [physicians.first(), physicians.nth(1)];
  await page.clock.install();
  await first.hover();
  await page.clock.runFor(1_000);
  await second.focus();
  await page.clock.runFor(1_000);
  await second.click();
  await expect(title(page)).toHaveText(/^Physician Profile/);
  const [, ...later] = asked;
  expect(later).toEqual([new URL(page.url()).pathname]);
});

test("a session that has ended meanwhile leads to login as ever", async ({
  page,
}) => {
  const asked = dataRequestsOf(page);
  await openOverview(page);
  await page.context().clearCookies();
  const link = firstRow(page);
  await restOn(page, link, asked);
  await link.click();
  await expect(page).toHaveURL(/\/login/);
});

test.describe("where data are to be saved", () => {
  test("nothing is fetched ahead, and a page that is opened is fetched once", async ({
    page,
  }) => {
    await page.addInitScript(() => {
      Object.defineProperty(navigator, "connection", {
        value: { saveData: true, effectiveType: "4g" },
      });
    });
    const asked = dataRequestsOf(page);
    await page.clock.install();
    const listener = page.waitForResponse(/\/arrive-/);
    await page.goto("/company-overview");
    await page.clock.runFor(1_000);
    await awake(page, true);
    await page.clock.runFor(1_000);
    await (await listener).finished();
    await firstRow(page).hover();
    await page.clock.runFor(1_000);
    expect(asked).toEqual([]);
    await firstRow(page).click();
    await expect(title(page)).toHaveText(/^Division Profile \S/);
    expect(asked).toEqual([new URL(page.url()).pathname]);
  });

  test("by the browser's own word there are no scripts to do it", async ({
    page,
  }) => {
    await page.setExtraHTTPHeaders({ "Save-Data": "on" });
    const asked: string[] = [];
    page.on("request", (request) => asked.push(request.url()));
    await page.goto("/company-overview");
    asked.length = 0;
    await firstRow(page).hover();
    await firstRow(page).focus();
    // The browser asks for the site's icon when it likes to.
    expect(asked.filter((url) => !url.endsWith("/favicon.svg"))).toEqual([]);
    await firstRow(page).click();
    await expect(title(page)).toHaveText(/^Division Profile \S/);
    expect(asked.filter((url) => /_data=|\.js$/.test(url))).toEqual([]);
  });
});
