import type { Page } from "@playwright/test";
import { cookiesOf } from "./support/accounts";
import { figure } from "./support/panels";
import { expect, test } from "./support/test";

/** What the filter bar holds. */
function filterBar(page: Page) {
  return {
    from: page.getByLabel("From Date"),
    to: page.getByLabel("To Date"),
    isnp: page.getByLabel("ISNP", { exact: true }),
    facility: page.getByLabel("Facility", { exact: true }),
    submit: page.getByRole("button", { name: "Submit" }),
  };
}

function daysBefore(day: string, days: number): string {
  return new Date(Date.parse(day) - days * 86_400_000)
    .toISOString()
    .slice(0, 10);
}

test.describe("for the company", () => {
  test.use({ storageState: cookiesOf("demo-company") });

  test("the way back shows the filters of the page that it leads to", async ({
    page,
  }) => {
    await page.goto("/company-overview");
    const { from, isnp, submit } = filterBar(page);
    const start = await from.inputValue();
    await isnp.selectOption("ISNP Patients Only");
    await from.fill(daysBefore(start, 30));
    await submit.click();
    await expect(page).toHaveURL(/isnp=true/);
    await expect(isnp).toHaveValue("true");
    await page.goBack();
    await expect(page).toHaveURL(/company-overview$/);
    await expect(isnp).toHaveValue("false");
    await expect(from).toHaveValue(start);

    await isnp.selectOption("ISNP Patients Only");
    await page.goto("/search");
    await page.goBack();
    await expect(isnp).toHaveValue("false");
  });

  test("the ISNP choice narrows the figures and stays in the address, and a shorter range than the year until today has fewer days of care", async ({
    page,
  }) => {
    await page.goto("/company-overview");
    const { from, to, isnp, submit } = filterBar(page);
    const end = await to.inputValue();
    const first = await from.inputValue();
    expect(end.slice(4)).toBe(first.slice(4).replace("-02-28", end.slice(4)));
    expect(Number(end.slice(0, 4)) - Number(first.slice(0, 4))).toBe(1);

    const patients = await figure(page, "Patient count");
    const days = await figure(page, "Days of care");
    await isnp.selectOption("ISNP Patients Only");
    await submit.click();
    await expect(page).toHaveURL(/isnp=true/);
    await expect(isnp).toHaveValue("true");
    await expect
      .poll(() => figure(page, "Patient count"))
      .toBeLessThan(patients);

    await isnp.selectOption("All patients");
    await submit.click();
    await expect(page).not.toHaveURL(/isnp=true/);
    await expect.poll(() => figure(page, "Patient count")).toBe(patients);

    const start = daysBefore(end, 30);
    await from.fill(start);
    await submit.click();
    await expect(page).toHaveURL(new RegExp(`startDate=${start}`));
    await expect(from).toHaveValue(start);
    await expect.poll(() => figure(page, "Days of care")).toBeLessThan(days);
  });

  test("a From Date after To Date reverts to To Date and says so, and so do dates of the future and what is no date", async ({
    page,
  }) => {
    await page.goto(
      "/company-overview?startDate=2026-03-01&endDate=2026-02-01",
    );
    await expect(filterBar(page).from).toHaveValue("2026-02-01");
    await expect(filterBar(page).to).toHaveValue("2026-02-01");
    await expect(page.getByText(/From Date was after To Date/)).toBeVisible();
    await expect(page).toHaveURL(
      /\/company-overview\?startDate=2026-02-01&endDate=2026-02-01$/,
    );

    await page.reload();
    await expect(filterBar(page).from).toHaveValue("2026-02-01");
    await expect(page.getByText(/From Date was/)).toHaveCount(0);

    await page.goto("/company-overview?startDate=2999-01-01");
    await expect(page.getByText(/From Date was in the future/)).toBeVisible();
    await expect(filterBar(page).from).toHaveValue(
      await filterBar(page).to.inputValue(),
    );

    await page.goto("/company-overview?startDate=yesterday&endDate=2026-02-30");
    await expect(page.getByText(/To Date was not a date/)).toBeVisible();
    await expect(page.getByText(/From Date was not a date/)).toBeVisible();
  });

  test("a To Date before From Date leaves the one before, and the address has what was accepted", async ({
    page,
  }) => {
    await page.goto(
      "/company-overview?startDate=2026-02-01&endDate=2026-03-01",
    );
    await filterBar(page).to.fill("2026-01-15");
    await filterBar(page).submit.click();
    await expect(page.getByText(/To Date was before From Date/)).toBeVisible();
    await expect(filterBar(page).to).toHaveValue("2026-03-01");
    await expect(page).toHaveURL(
      /\/company-overview\?(isnp=false&)?startDate=2026-02-01&endDate=2026-03-01$/,
    );
  });
});

test.describe("for a physician in several facilities", () => {
  test.use({ storageState: cookiesOf("demo-physicians") });

  test("the facility choice narrows the figures and 'All' widens them again", async ({
    page,
  }) => {
    await page.goto("/");
    const { facility, submit } = filterBar(page);
    const options = await facility.getByRole("option").allInnerTexts();
    expect(options[0]).toBe("All");
    expect(options.length).toBeGreaterThan(2);
    const all = await figure(page, "Days of care");
    const trail = page.getByRole("navigation", { name: /breadcrumb/i });
    await expect(trail.getByText("Facility: Multiple")).toBeVisible();

    await facility.selectOption({ index: 1 });
    await submit.click();
    await expect(page).toHaveURL(/facility-id=\d+/);
    await expect(trail.getByText(`Facility: ${options[1]}`)).toBeVisible();
    await expect.poll(() => figure(page, "Days of care")).toBeLessThan(all);

    await filterBar(page).facility.selectOption({ label: "All" });
    await filterBar(page).submit.click();
    await expect(trail.getByText("Facility: Multiple")).toBeVisible();
    await expect.poll(() => figure(page, "Days of care")).toBe(all);
  });
});

test.describe("for a physician in one facility", () => {
  test.use({ storageState: cookiesOf("demo-physician") });

  test("there is no facility to choose", async ({ page }) => {
    await page.goto("/");
    await expect(filterBar(page).from).toBeVisible();
    await expect(filterBar(page).facility).toHaveCount(0);
  });
});

test.describe("for a user who sees ISNP patients only", () => {
  test.use({ storageState: cookiesOf("demo-isnp") });

  test("the filter is on and cannot be talked out of it", async ({ page }) => {
    await page.goto("/");
    await expect(page.getByText("ISNP Patients Only").first()).toBeVisible();
    await expect(filterBar(page).isnp).toHaveCount(0);
    const only = await figure(page, "Patient count");
    expect(only).toBeGreaterThan(0);
    await page.goto(`${new URL(page.url()).pathname}?isnp=false`);
    expect(await figure(page, "Patient count")).toBe(only);
  });
});
