import type { AccessLevel } from "~/domain/access/ranks";

/** Access levels as screens of user administration write them. */
export const ACCESS_LEVEL_NAMES: Readonly<Record<AccessLevel, string>> = {
  physician: "Physician",
  facility: "Facility",
  region: "Region",
  division: "Division",
  company: "Company",
  admin: "Admin",
  account_manager: "Account manager",
};
