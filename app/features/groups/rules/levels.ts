import type { AccessLevel } from "~/domain/access/ranks";
import { ASSIGNABLE_LEVELS } from "~/features/users/rules/access-levels";

/**
 * Access levels that a group can give: those of the user form but physician, because a group is nobody's NPI, and account
 * manager (R445).
 */
export const GROUP_LEVELS: readonly AccessLevel[] = [
  ...ASSIGNABLE_LEVELS.filter((level) => level !== "physician"),
  "account_manager",
];

/** True where a group may give that access level; `held` is the one that it gives, null for a new one. */
export function mayGroupGive(
  level: AccessLevel,
  held: AccessLevel | null,
): boolean {
  return level === held || GROUP_LEVELS.includes(level);
}
