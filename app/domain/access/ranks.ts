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

/** The rank of a role, 1 (physician) to 7 (account_manager) (R1). */
export function rankOf(accessLevel: AccessLevel): number {
  return ACCESS_LEVELS.indexOf(accessLevel) + 1;
}
