import type { AccessLevel } from "~/domain/access/ranks";

export const ACCESS_LEVEL_NAMES: Readonly<Record<AccessLevel, string>> = {
  physician: "Physician",
  facility: "Facility",
  region: "Region",
  division: "Division",
  company: "Company",
  admin: "Admin",
  account_manager: "Account manager",
};
