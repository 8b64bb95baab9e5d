import type { Page } from "@playwright/test";
import { openAwake, type Screen } from "./screen";

/** Asks for a user of a facility, and chooses divisions and regions: sent without what is missing, the form shows it. */
async function fillFacilityUser(page: Page): Promise<void> {
  const form = page.getByRole("form", { name: "Add User" });
  const send = () => page.locator(".sheet-actions button").first().click();
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

/** What the link of a list of users leads to. */
async function openLink(page: Page, list: string, name: string): Promise<void> {
  await page.goto(list);
  const link = page.getByRole("link", { name });
  await openAwake(page, (await link.getAttribute("href")) ?? "");
}

/** What account managers have. */
export const ADMINISTRATION: readonly Screen[] = [
  { name: "users", account: "demo-accounts", open: "/users" },
  {
    name: "user deletion",
    account: "demo-accounts",
    open: (page) =>
      openLink(page, "/users?q=demo-region&level=region", "Delete demo-region"),
  },
  {
    name: "question before a user is logged out",
    account: "demo-accounts",
    open: (page) =>
      openLink(page, "/users?q=demo-region", "Log out everywhere demo-region"),
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
      await openAwake(page, "/users/add");
      await fillFacilityUser(page);
      await page.getByRole("alert").filter({ hasText: /\S/ }).waitFor();
    },
  },
  {
    name: "edited physician",
    account: "demo-accounts",
    open: (page) =>
      openLink(page, "/users?q=demo-physicians", "Edit demo-physicians"),
  },
  {
    name: "page that creates a user",
    account: "demo-accounts",
    open: (page) => openAwake(page, "/user/create"),
  },
  {
    name: "reports configuration",
    account: "demo-accounts",
    open: (page) => openAwake(page, "/users/reports-config"),
  },
  {
    name: "audit trail",
    account: "demo-accounts",
    open: "/users/audit-trail?endDate=soon",
  },
  {
    name: "imports",
    account: "demo-accounts",
    open: "/users/imports",
  },
  {
    name: "who needs a second factor",
    account: "demo-accounts",
    open: "/users/second-factor",
  },
  {
    name: "users from a file",
    account: "demo-accounts",
    open: "/users/from-file",
  },
  {
    name: "messages",
    account: "demo-accounts",
    open: "/feed",
  },
  {
    name: "sender of messages",
    account: "demo-accounts",
    open: (page) => openAwake(page, "/feed/sender?sender=PCC&facility=X"),
  },
];
