import type { Page } from "@playwright/test";
import type { Account } from "./accounts";
import { list, rows } from "./screens";

/** A screen of the product, and how an account gets there. */
export interface Screen {
  name: string;
  /** Whose cookies the browser holds; none for a stranger. */
  account?: Account;
  open: (page: Page) => Promise<void>;
}

/** The address that the first row of a list leads to. */
async function openFirstOf(page: Page, name: string): Promise<void> {
  const link = rows(list(page, name)).getByRole("link").first();
  await page.goto((await link.getAttribute("href")) ?? "");
}

/** Every kind of screen that there is. */
export const SCREENS: readonly Screen[] = [
  {
    name: "login",
    open: async (page) => {
      await page.goto("/login");
    },
  },
  {
    name: "company overview",
    account: "demo-company",
    open: async (page) => {
      await page.goto("/company-overview");
    },
  },
  {
    name: "division profile",
    account: "demo-division",
    open: async (page) => {
      await page.goto("/");
    },
  },
  {
    name: "region profile",
    account: "demo-region",
    open: async (page) => {
      await page.goto("/");
    },
  },
  {
    name: "facility profile",
    account: "demo-facility",
    open: async (page) => {
      await page.goto("/");
    },
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
    open: async (page) => {
      await page.goto(
        "/company-overview?startDate=1990-01-01&endDate=1990-01-02",
      );
    },
  },
  {
    name: "logo page",
    account: "demo-facilities",
    open: async (page) => {
      await page.goto("/");
    },
  },
  {
    name: "users",
    account: "demo-accounts",
    open: async (page) => {
      await page.goto("/users");
    },
  },
  {
    name: "no permission",
    account: "demo-physician",
    open: async (page) => {
      await page.goto("/company-overview");
    },
  },
  {
    name: "not found",
    account: "demo-company",
    open: async (page) => {
      await page.goto("/no-such-page");
    },
  },
];
