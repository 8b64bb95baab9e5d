import type { Page } from "@playwright/test";
import type { Account } from "./accounts";
import { seeOldData } from "./old-data";
import { list, rows } from "./screens";

/** A screen of the product, and how an account gets there. */
export interface Screen {
  name: string;
  /** Whose cookies the browser holds; none for a stranger. */
  account?: Account;
  /** An address, or the steps there. */
  open: string | ((page: Page) => Promise<void>);
}

/** The address that the first row of a list leads to. */
async function openFirstOf(page: Page, name: string): Promise<void> {
  const link = rows(list(page, name)).getByRole("link").first();
  await page.goto((await link.getAttribute("href")) ?? "");
}

/** The signed-in user's own profile with something open over it. */
async function openOwn(page: Page, query: string): Promise<void> {
  await page.goto("/");
  await page.goto(`${new URL(page.url()).pathname}?${query}`);
}

/** Asks for a user of a facility, and chooses divisions and regions: sent without what is missing, the form shows it. */
async function fillFacilityUser(page: Page): Promise<void> {
  const form = page.getByRole("form", { name: "Add User" });
  const send = () => page.locator(".sheet-actions button").click();
  const boxesOf = (kind: string) =>
    form
      .getByRole("group", { name: new RegExp(`^${kind}`) })
      .getByRole("checkbox");
  await form.getByLabel("Access level").selectOption("facility");
  await send();
  for (const kind of ["Division", "Region"]) {
    await boxesOf(kind).first().check();
    await boxesOf(kind).last().check();
    await send();
  }
  await boxesOf("Facility").first().waitFor();
}

/** Every kind of screen that there is. */
export const SCREENS: readonly Screen[] = [
  {
    name: "login",
    open: "/login",
  },
  {
    name: "company overview",
    account: "demo-company",
    open: "/company-overview",
  },
  {
    name: "division profile",
    account: "demo-division",
    open: "/",
  },
  {
    name: "region profile",
    account: "demo-region",
    open: "/",
  },
  {
    name: "facility profile",
    account: "demo-facility",
    open: "/",
  },
  {
    name: "physician profile with a reverted date",
    account: "demo-physicians",
    open: async (page) => {
      await page.goto("/?startDate=2999-01-01");
      await page.goto(
        `${new URL(page.url()).pathname}?startDate=2999-01-01&sort=name&dir=desc`,
      );
    },
  },
  {
    name: "physician profile from a facility",
    account: "demo-facility",
    open: async (page) => {
      await page.goto("/");
      await openFirstOf(page, "Physician List");
    },
  },
  {
    name: "empty range",
    account: "demo-company",
    open: "/company-overview?startDate=1990-01-01&endDate=1990-01-02",
  },
  {
    name: "quality score",
    account: "demo-region",
    open: (page) => openOwn(page, "modal=quality"),
  },
  {
    name: "inspector",
    account: "demo-region",
    open: (page) => openOwn(page, "inspect=h_1000"),
  },
  {
    name: "graph in full",
    account: "demo-region",
    open: async (page) => {
      await openOwn(page, "graph=hosp_1000");
      // With scripts, the chart to explore takes the place of the picture.
      await page.waitForLoadState("networkidle");
    },
  },
  {
    name: "graph in full, month over month",
    account: "demo-company",
    open: async (page) => {
      await page.goto("/company-overview?mom=rth_30&graph=rth_30");
      await page.waitForLoadState("networkidle");
    },
  },
  {
    name: "comparison",
    account: "demo-facility",
    open: (page) => openOwn(page, "compare=rth"),
  },
  {
    name: "empty range with a graph open",
    account: "demo-company",
    open: "/company-overview?startDate=1990-01-01&endDate=1990-01-02&graph=ed_30",
  },
  {
    name: "huddle sheet",
    account: "demo-region",
    open: (page) => openOwn(page, "view=huddle"),
  },
  {
    name: "logo page",
    account: "demo-facilities",
    open: "/",
  },
  {
    name: "search",
    account: "demo-company",
    open: "/search",
  },
  {
    name: "search with results",
    account: "demo-company",
    open: "/search?q=re",
  },
  {
    name: "search without result",
    account: "demo-facility",
    open: "/search?q=no+such+place",
  },
  {
    name: "logo page with data of five hours",
    open: (page) => seeOldData(page, 5),
  },
  {
    name: "logo page with data of a day",
    open: (page) => seeOldData(page, 24),
  },
  {
    name: "users",
    account: "demo-accounts",
    open: "/users",
  },
  {
    name: "user deletion",
    account: "demo-accounts",
    open: async (page) => {
      await page.goto("/users?q=demo-region&level=region");
      const link = page.getByRole("link", { name: "Delete demo-region" });
      await page.goto((await link.getAttribute("href")) ?? "", {
        waitUntil: "networkidle",
      });
    },
  },
  {
    name: "no users found",
    account: "demo-accounts",
    open: "/users?q=no+such+user",
  },
  {
    name: "new user of a facility",
    account: "demo-accounts",
    open: async (page) => {
      // A click in the very moment in which scripts make a dialog of the form would meet what goes.
      await page.goto("/users/add", { waitUntil: "networkidle" });
      await fillFacilityUser(page);
      await page.getByRole("alert").filter({ hasText: /\S/ }).waitFor();
    },
  },
  {
    name: "edited physician",
    account: "demo-accounts",
    open: async (page) => {
      await page.goto("/users?q=demo-physicians");
      const link = page.getByRole("link", { name: "Edit demo-physicians" });
      await page.goto((await link.getAttribute("href")) ?? "", {
        waitUntil: "networkidle",
      });
    },
  },
  {
    name: "page that creates a user",
    account: "demo-accounts",
    open: async (page) => {
      await page.goto("/user/create", { waitUntil: "networkidle" });
    },
  },
  {
    name: "reports configuration",
    account: "demo-accounts",
    open: async (page) => {
      await page.goto("/users/reports-config", { waitUntil: "networkidle" });
    },
  },
  {
    name: "audit trail",
    account: "demo-accounts",
    open: "/users/audit-trail?endDate=soon",
  },
  {
    name: "change password",
    account: "demo-physician",
    open: async (page) => {
      await page.goto("/change-password", { waitUntil: "networkidle" });
      // Without scripts the browser would not send an empty form.
      for (const label of ["Current", "New", "Confirm new"]) {
        await page.getByLabel(`${label} password`, { exact: true }).fill(label);
      }
      await page.getByRole("button", { name: "Change password" }).click();
      await page.getByRole("alert").filter({ hasText: /\S/ }).waitFor();
    },
  },
  {
    name: "incomplete data",
    account: "demo-region",
    open: "/incomplete-data",
  },
  {
    name: "patient profile",
    account: "demo-physician",
    open: "/patient-profile/1",
  },
  {
    name: "reports",
    account: "demo-physician",
    open: "/reports",
  },
  {
    name: "medical staff report",
    account: "demo-region",
    open: "/reports/medical-staff-report?sort=rth_30_metric&dir=desc",
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
    open: "/reports/after-hours-patient-report/?notes=open",
  },
  {
    name: "after hours report with its help",
    account: "demo-facility",
    open: "/reports/after-hours-patient-report/?help=open",
  },
  {
    name: "CMS reports",
    account: "demo-company",
    open: "/reports/cms-qies-reports",
  },
  {
    name: "CMS reports, none",
    account: "demo-facility",
    open: "/reports/cms-qies-reports?startDate=1990-01-01&endDate=1990-01-31",
  },
  {
    name: "CMS report request",
    account: "demo-facilities",
    open: async (page) => {
      // A click in the very moment in which scripts make a dialog of the form would meet the button that goes.
      await page.goto("/reports/cms-qies-reports/request", {
        waitUntil: "networkidle",
      });
      await page.getByLabel("Report type").selectOption("50-5002");
      await page.getByRole("button", { name: "Submit request" }).click();
      await page.getByRole("alert").filter({ hasText: /\S/ }).waitFor();
    },
  },
  {
    name: "no permission",
    account: "demo-physician",
    open: "/company-overview",
  },
  {
    name: "not found",
    account: "demo-company",
    open: "/no-such-page",
  },
];
