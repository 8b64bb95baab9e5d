import type { Page } from "@playwright/test";
import { sendJson, type FakeHost } from "../tests/pages/support/fake-host";
import { divisionsWith, onFakeHost } from "./support/on-fake-host";
import { awake, openFilters } from "./support/panels";
import { logInAt } from "./support/portal-of-host";
import { list, title } from "./support/screens";
import { expect, test } from "./support/test";

const LATE_MS = 2_000;

let host: FakeHost;
let origin: string;
onFakeHost((started) => {
  host = started.host;
  origin = started.portal.origin;
});

/** Where patients of ISNPs alone are asked for, the host takes its time. */
test.beforeEach(() => {
  host.on("/api/summary/", ({ path }, response) => {
    const delay = path.includes("isnp=true") ? LATE_MS : 0;
    setTimeout(
      () => sendJson(response, divisionsWith({ North: 0, South: 1 })),
      delay,
    );
  });
});

/** The overview, taken over by scripts, with all that comes after its first load. */
async function openOverview(page: Page): Promise<void> {
  await logInAt(page, origin, "company");
  await page.goto(`${origin}/company-overview`);
  await expect(title(page)).toHaveText("Company Overview");
  await awake(page, true);
  await page.waitForLoadState("networkidle");
}

/** As {@link openOverview}, with all data of what its document shows, which the first panel asks for. */
async function openWithData(page: Page): Promise<void> {
  await openOverview(page);
  await INSPECTION[1](page);
  await page.waitForLoadState("networkidle");
}

const rthMode = (page: Page, name: string) =>
  page
    .getByRole("region", { name: "30 Day RTH", exact: true })
    .getByRole("link", { name: `${name}, 30 Day RTH`, exact: true });

type Step = [what: string, take: (page: Page) => Promise<void>];

// What changes how the page shows its figures, and nothing of them.
const ORDER: Step = [
  "another order",
  (page) =>
    list(page, "Division List")
      .getByRole("link", { name: "Patients", exact: true })
      .click(),
];
const SAME_MODE: Step = [
  "the mode that is chosen already",
  (page) => rthMode(page, "Rolling 12 month").click(),
];
const MODE: Step = [
  "another mode",
  (page) => rthMode(page, "Month over month").click(),
];
const INSPECTION: Step = [
  "a figure inspected",
  async (page) => {
    await page.locator("#open-inspect-rth").click();
    const panel = page.getByRole("dialog", { name: "RTH/RTH%" });
    await expect(panel).toBeVisible();
    await page.keyboard.press("Escape");
    await expect(panel).toBeHidden();
  },
];
const GRAPH: Step = [
  "a graph in full, and its other mode there",
  async (page) => {
    await page.getByRole("link", { name: "Full screen 30 Day RTH" }).click();
    const full = page.getByRole("dialog", { name: "30 Day RTH" });
    await full.getByRole("link", { name: "Month over month" }).click();
    await expect(full.getByRole("table")).toBeVisible();
    await full.getByRole("link", { name: "Close" }).click();
    await expect(full).toBeHidden();
  },
];

// A graph in full loads the page: its dialog never opens without a network.
test("an order, a mode and an inspection ask the host for nothing once the page has its data", async ({
  page,
}) => {
  await openWithData(page);
  for (const [what, take] of [ORDER, SAME_MODE, INSPECTION, MODE]) {
    const asked = host.calls.length;
    const address = page.url();
    await take(page);
    if (what.startsWith("another")) {
      await expect(page).not.toHaveURL(address);
    }
    await page.waitForLoadState("networkidle");
    const calls = host.calls.slice(asked).map(({ path }) => path);
    expect(calls, what).toEqual([]);
  }
});

test("another mode keeps an order whose script is still under way", async ({
  page,
}) => {
  await page.route(/\/arrange-list-\w+\.js$/, async (route) => {
    await new Promise((done) => setTimeout(done, LATE_MS));
    await route.continue();
  });
  await openOverview(page);
  const patients = list(page, "Division List").getByRole("columnheader", {
    name: "Patients",
    exact: true,
  });
  await patients.getByRole("link").click();
  await expect(page).toHaveURL(/sort=patient_count/);
  const mode = rthMode(page, "Month over month");
  await expect(mode).toHaveAttribute("href", /sort=patient_count/);
  await mode.click();
  await expect(page).toHaveURL(/sort=patient_count&dir=asc&mom=rth_30$/);
  await expect(patients).toHaveAttribute("aria-sort", "ascending");
});

// Lists and figures are skeletons meanwhile; these can be pressed.
for (const [at, [what, take]] of [MODE, GRAPH].entries()) {
  test(
    `${what} while filters are under way leaves none shown that is not in force`,
    { tag: at === 0 ? [] : "@at-length" },
    async ({ page }) => {
      await openOverview(page);
      const isnp = page.getByLabel("ISNP");
      await openFilters(page);
      await isnp.selectOption("true");
      await page.getByRole("button", { name: "Submit" }).click();
      await take(page);
      const busy = page.locator(".profile");
      await expect(busy).toHaveAttribute("aria-busy", "false");
      const inForce = new URL(page.url()).searchParams.get("isnp") ?? "false";
      await expect(isnp).toHaveValue(inForce);
      await expect(list(page, "Division List")).toBeVisible();
    },
  );
}

test("a filter that nobody sent is gone after another order, a figure inspected and another mode", async ({
  page,
}) => {
  await openOverview(page);
  const isnp = page.getByLabel("ISNP");
  const from = page.getByLabel("From Date");
  for (const [what, take] of [ORDER, INSPECTION, MODE]) {
    await openFilters(page);
    await isnp.selectOption("true");
    await from.fill("2020-02-02");
    // Open, they lie over what is pressed next.
    await page.locator(".filters > summary").click();
    await take(page);
    await expect(isnp, what).toHaveValue("false");
    await expect(from, what).not.toHaveValue("2020-02-02");
  }
});
