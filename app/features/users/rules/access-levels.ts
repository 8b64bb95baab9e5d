import { ACCESS_LEVELS, rankOf, type AccessLevel } from "~/domain/access/ranks";

export const ACCESS_LEVEL_NAMES: Readonly<Record<AccessLevel, string>> = {
  physician: "Physician",
  facility: "Facility",
  region: "Region",
  division: "Division",
  company: "Company",
  admin: "Admin",
  account_manager: "Account manager",
};

/** The levels that the user form can give (R214). */
export const ASSIGNABLE_LEVELS: readonly AccessLevel[] = ACCESS_LEVELS.filter(
  (level) => rankOf(level) < rankOf("admin"),
);

/** `held` is the user's present level; null for a new user. */
export function mayAssign(
  level: AccessLevel,
  held: AccessLevel | null,
): boolean {
  return level === held || ASSIGNABLE_LEVELS.includes(level);
}
