/** Roles as the token's `role` claim and `access_level` spell them, lowest rank first (R1). */
export const ACCESS_LEVELS = [
  "physician",
  "facility",
  "region",
  "division",
  "company",
  "admin",
  "account_manager",
] as const;

export type AccessLevel = (typeof ACCESS_LEVELS)[number];

export function rankOf(accessLevel: AccessLevel): number {
  return ACCESS_LEVELS.indexOf(accessLevel) + 1;
}
