import type { Page } from "@playwright/test";
import { list, rows } from "../screens";
import { openAwake, type Screen } from "./screen";

const NO_DAYS = "startDate=1990-01-01&endDate=1990-01-02";

/** The signed-in user's own profile with something open over it. */
async function openOwn(page: Page, query: string): Promise<void> {
  await page.goto("/");
  await page.goto(`${new URL(page.url()).pathname}?${query}`);
}

/** The notices of the user's own facility. */
async function openNotices(page: Page, query: string): Promise<void> {
  await page.goto("/");
  const facility = new URL(page.url()).pathname.split("/").at(-1);
  await page.goto(`/transfer-notices/facility/${facility}${query}`);
}

/** Who is in house today, by the link of the user's own profile. */
async function openToday(page: Page, query: string): Promise<void> {
  await page.goto("/");
  const link = page.getByRole("link", { name: /^Today\b/ });
  await page.goto(`${await link.getAttribute("href")}${query}`);
}

/** Profiles, and what opens over them. */
export const FIGURES: readonly Screen[] = [
  {
    name: "company overview",
    account: "demo-company",
    open: "/company-overview",
  },
  { name: "division profile", account: "demo-division", open: "/" },
  { name: "region profile", account: "demo-region", open: "/" },
  { name: "facility profile", account: "demo-facility", open: "/" },
  {
    name: "today",
    account: "demo-facility",
    open: (page) => openToday(page, "?sort=frailty&dir=desc"),
  },
  {
    name: "today of a physician, narrowed to nobody",
    account: "demo-physicians",
    open: (page) => openToday(page, "?unit=none"),
  },
  {
    name: "physician profile with a reverted date",
    account: "demo-physicians",
    open: async (page) => {
      await page.goto("/?startDate=2999-01-01");
      const { pathname } = new URL(page.url());
      await page.goto(`${pathname}?startDate=2999-01-01&sort=name&dir=desc`);
    },
  },
  {
    name: "physician profile from a facility",
    account: "demo-facility",
    open: async (page) => {
      await page.goto("/");
      const first = rows(list(page, "Physician List")).getByRole("link");
      await page.goto((await first.first().getAttribute("href")) ?? "");
    },
  },
  {
    name: "empty range",
    account: "demo-company",
    open: `/company-overview?${NO_DAYS}`,
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
    name: "signals",
    account: "demo-company",
    open: "/signals/company/0",
  },
  {
    name: "signals of physicians, sorted",
    account: "demo-facility",
    open: async (page) => {
      await page.goto("/");
      const { pathname } = new URL(page.url());
      const facility = pathname.split("/").at(-1);
      await page.goto(`/signals/facility/${facility}?sort=hosp_1000&dir=desc`);
    },
  },
  {
    name: "rows behind a figure",
    account: "demo-facility",
    open: async (page) => {
      await openOwn(page, "inspect=rth");
      await page.getByRole("link", { name: "Show residents" }).click();
      await openAwake(page, page.url());
    },
  },
  {
    name: "changes since Monday",
    account: "demo-company",
    open: "/changes",
  },
  {
    name: "transfer notices due",
    account: "demo-facility",
    open: (page) => openNotices(page, "?due=1"),
  },
  {
    name: "notices of a transfer",
    account: "demo-facility",
    open: async (page) => {
      await openNotices(page, "?due=1");
      await page.locator("#transfer-notices tbody a").first().click();
      await page.getByRole("button", { name: "Save" }).waitFor();
    },
  },
  {
    name: "facilities",
    account: "demo-company",
    open: "/facilities/company/0",
  },
  {
    name: "transfers",
    account: "demo-company",
    open: "/transfers/company/0",
  },
  {
    name: "transfers of a group",
    account: "demo-region",
    open: async (page) => {
      await page.goto("/");
      const { pathname } = new URL(page.url());
      const region = pathname.split("/").at(-1);
      await page.goto(`/transfers/region/${region}?list=weekday&key=5`);
    },
  },
  {
    name: "events and phases",
    account: "demo-company",
    open: "/events/company/0",
  },
  {
    name: "targets",
    account: "demo-company",
    open: "/targets/company/0",
  },
  {
    name: "question before a phase is ended",
    account: "demo-facility",
    open: async (page) => {
      await page.goto("/");
      const { pathname } = new URL(page.url());
      await page.goto(`/events/facility/${pathname.split("/").at(-1)}`);
      const phase = page.getByRole("row").filter({ hasText: "Phase" });
      await phase.getByRole("link", { name: /^Remove: / }).click();
      await page.getByRole("button", { name: "Remove the phase" }).waitFor();
    },
  },
  {
    name: "event that is refused",
    account: "demo-company",
    open: async (page) => {
      await openAwake(page, "/events/company/0");
      await page.getByRole("button", { name: "Begin the phase" }).click();
      await page.getByRole("alert").filter({ hasText: /\S/ }).waitFor();
    },
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
    open: (page) =>
      openAwake(page, "/company-overview?mom=rth_30&graph=rth_30"),
  },
  {
    name: "graph in full over 36 months",
    account: "demo-facility",
    open: (page) => openOwn(page, "mom=ed_1000&months=36&graph=ed_1000"),
  },
  {
    name: "comparison",
    account: "demo-facility",
    open: (page) => openOwn(page, "compare=rth"),
  },
  {
    name: "empty range with a graph open",
    account: "demo-company",
    open: `/company-overview?${NO_DAYS}&graph=ed_30`,
  },
  {
    name: "huddle sheet",
    account: "demo-region",
    open: (page) => openOwn(page, "view=huddle"),
  },
  { name: "incomplete data", account: "demo-region", open: "/incomplete-data" },
  {
    name: "patient profile",
    account: "demo-physician",
    open: "/patient-profile/1",
  },
];
