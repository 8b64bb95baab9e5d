import type { Page } from "@playwright/test";
import { cookiesOf } from "./support/accounts";
import { list, openFirst, rows, title } from "./support/screens";
import { FIGURE_NAMES } from "./support/figure-names";
import { expect, test } from "./support/test";

/** The overview card names its figures in their blocks. */
async function expectFigureNames(page: Page): Promise<void> {
  for (const block of ["General", "SS Hosp Metrics", "LS Hosp Metrics"]) {
    await expect(
      page.getByRole("heading", { name: new RegExp(block) }),
    ).toBeVisible();
  }
  for (const label of FIGURE_NAMES) {
    await expect(page.getByText(label, { exact: true }).first()).toBeVisible();
  }
  await expect(page.getByText(/^Data is accurate as of/).first()).toBeVisible();
}

test.describe("from the company down to the patient", () => {
  test.use({ storageState: cookiesOf("demo-company") });

  test(
    "a company user reads every level down to the patients, and the breadcrumbs lead all the way back",
    { tag: "@no-scripts" },
    async ({ page }) => {
      await page.goto("/company-overview");
      await expect(title(page)).toHaveText(/^Company Overview/);
      await expect(rows(list(page, "Division List"))).toHaveCount(3);
      await expectFigureNames(page);

      const division = await openFirst(
        list(page, "Division List"),
        /\/division-profile\/\d+/,
      );
      await expect(title(page)).toHaveText(/^Division Profile/);
      await expect(
        page.getByText(`Division: ${division}`).first(),
      ).toBeVisible();

      const region = await openFirst(
        list(page, "Region List"),
        /\/region-profile\/\d+/,
      );
      await expect(title(page)).toHaveText(/^Region Profile/);
      await expect(page.getByText(`Region: ${region}`).first()).toBeVisible();

      const facility = await openFirst(
        list(page, "Facility List"),
        /\/facility-profile\/\d+/,
      );
      await expect(title(page)).toHaveText(/^Facility Profile/);
      await expect(
        page.getByText(`Facility: ${facility}`).first(),
      ).toBeVisible();
      await expect(page.getByText("CMS 5 Star Ratings")).toBeVisible();

      const facilityId = new URL(page.url()).pathname.split("/").at(-1);
      const physicians = list(page, "Physician List");
      await physicians
        .getByRole("link", { name: "Patients without primary care physician" })
        .click();
      await expect(page).toHaveURL(
        new RegExp(`/physician-profile/0\\?.*facility-id=${facilityId}`),
      );
      await expect(list(page, "Patient List")).toBeVisible();

      await page.goBack();
      await expect(title(page)).toHaveText(/^Facility Profile/);
      await rows(physicians)
        .getByRole("link")
        .filter({ hasText: "," })
        .first()
        .click();
      await expect(page).toHaveURL(
        new RegExp(`/physician-profile/\\d{10}\\?.*facility-id=${facilityId}`),
      );
      await expect(title(page)).toHaveText(/^Physician Profile/);
      await expect(list(page, "Patient List")).toBeVisible();
      expect(await rows(list(page, "Patient List")).count()).toBeGreaterThan(0);

      await page.goBack();
      await expect(title(page)).toHaveText(/^Facility Profile/);
      const trail = page.getByRole("navigation", { name: /breadcrumb/i });
      await expect(trail.getByRole("link", { name: /^Facility:/ })).toHaveCount(
        0,
      );
      await trail.getByRole("link", { name: /^Region:/ }).click();
      await expect(title(page)).toHaveText(/^Region Profile/);
      await trail.getByRole("link", { name: /^Division:/ }).click();
      await expect(title(page)).toHaveText(/^Division Profile/);
      await trail.getByRole("link", { name: "Company Overview" }).click();
      await expect(title(page)).toHaveText(/^Company Overview/);
    },
  );
});
