import type { Page } from "@playwright/test";
import { openAwake, type Screen } from "./screen";

const AFTER_HOURS = "/reports/after-hours-patient-report/";
const CMS = "/reports/cms-qies-reports";

/** The reports, their lists and their forms. */
export const REPORTS: readonly Screen[] = [
  { name: "reports", account: "demo-physician", open: "/reports" },
  {
    name: "medical staff report",
    account: "demo-region",
    open: "/reports/medical-staff-report?sort=rth_30_metric&dir=desc",
  },
  { name: "census", account: "demo-company", open: "/census?sort=doubt" },
  {
    name: "list behind a count of the census",
    account: "demo-region",
    open: async (page) => {
      await openAwake(page, "/census");
      await page
        .getByRole("link", { name: /without a physician/ })
        .first()
        .click();
      await page.getByRole("table", { name: /^Stays without/ }).waitFor();
    },
  },
  {
    name: "transfers to review",
    account: "demo-region",
    open: "/reviews?list=overdue",
  },
  {
    name: "review that is signed",
    account: "demo-facility",
    open: (page) => openReview(page, "signed"),
  },
  {
    name: "step of a review with an error",
    account: "demo-facility",
    open: async (page) => {
      await openReview(page, "open");
      const { pathname } = new URL(page.url());
      await openAwake(page, `${pathname}?step=hospital`);
      await page.getByLabel("Returned on").fill("1990-01-01");
      await page.getByRole("button", { name: "Save and continue" }).click();
      await page.getByRole("alert").filter({ hasText: /\S/ }).waitFor();
    },
  },
  {
    name: "causes of transfers",
    account: "demo-accounts",
    open: "/reviews/causes",
  },
  {
    name: "embedded report that is not set up",
    account: "demo-company",
    open: "/reports/infection-control",
  },
  {
    name: "systems test",
    account: "demo-region",
    open: "/reports/system-test",
  },
  {
    name: "after hours report",
    account: "demo-facility",
    open: `${AFTER_HOURS}?notes=open`,
  },
  {
    name: "resident",
    account: "demo-facility",
    open: async (page) => {
      await openAwake(page, AFTER_HOURS);
      await page.locator("#notes a[href^='/residents/']").first().click();
      await page.getByRole("heading", { name: "What happened" }).waitFor();
    },
  },
  {
    name: "after hours report with its help",
    account: "demo-facility",
    open: `${AFTER_HOURS}?help=open`,
  },
  { name: "CMS reports", account: "demo-company", open: CMS },
  {
    name: "CMS reports, none",
    account: "demo-facility",
    open: `${CMS}?startDate=1990-01-01&endDate=1990-01-31`,
  },
  {
    name: "CMS report request",
    account: "demo-facilities",
    open: async (page) => {
      await openAwake(page, `${CMS}/request`);
      await page.getByLabel("Report type").selectOption("50-5002");
      await page.getByRole("button", { name: "Submit request" }).click();
      await page.getByRole("alert").filter({ hasText: /\S/ }).waitFor();
    },
  },
];

/** The first review of a list. */
async function openReview(page: Page, list: string): Promise<void> {
  await openAwake(page, `/reviews?list=${list}`);
  await page.locator("#transfers tbody a").first().click();
  await page.getByRole("heading", { name: "The transfer" }).waitFor();
}
