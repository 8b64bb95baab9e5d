import path from "node:path";

/** Accounts of the demo organisation, as design and README name them. */
export const ACCOUNTS = [
  "demo-company",
  "demo-admin",
  "demo-accounts",
  "demo-division",
  "demo-region",
  "demo-facility",
  "demo-facilities",
  "demo-physician",
  "demo-physicians",
  "demo-isnp",
] as const;

export type Account = (typeof ACCOUNTS)[number];

export const PASSWORD = "Demo-2026!";

/** File with the cookies of an account that the sign-in project left. */
export function cookiesOf(account: Account): string {
  const folder = process.env.E2E_FOLDER;
  if (!folder) throw new Error("The Playwright configuration sets E2E_FOLDER.");
  return path.join(folder, "cookies", `${account}.json`);
}
