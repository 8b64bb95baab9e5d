import { seeOldData } from "../old-data";
import { openAwake, type Screen } from "./screen";

/** The ways in and about: login, logos, search, and pages that are none. */
export const WAYS: readonly Screen[] = [
  { name: "login", open: "/login" },
  { name: "logo page", account: "demo-facilities", open: "/" },
  {
    name: "logo page with data of five hours",
    open: (page) => seeOldData(page, 5),
  },
  {
    name: "logo page with data of a day",
    open: (page) => seeOldData(page, 24),
  },
  { name: "search", account: "demo-company", open: "/search" },
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
    name: "change password",
    account: "demo-physician",
    open: async (page) => {
      await openAwake(page, "/change-password");
      // Without scripts the browser would not send an empty form.
      for (const label of ["Current", "New", "Confirm new"]) {
        await page.getByLabel(`${label} password`, { exact: true }).fill(label);
      }
      await page.getByRole("button", { name: "Change password" }).click();
      await page.getByRole("alert").filter({ hasText: /\S/ }).waitFor();
    },
  },
  {
    name: "own sign-in",
    account: "demo-physician",
    open: "/sign-in-settings",
  },
  {
    name: "second factor that is set up",
    account: "demo-physician",
    open: "/sign-in-settings/second-factor",
  },
  {
    name: "no permission",
    account: "demo-physician",
    open: "/company-overview",
  },
  { name: "not found", account: "demo-company", open: "/no-such-page" },
];
