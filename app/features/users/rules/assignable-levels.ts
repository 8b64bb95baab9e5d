import { ACCESS_LEVELS, rankOf, type AccessLevel } from "~/domain/access/ranks";

/** Access levels that the user form can give: those of rank below 6 (R214). */
export const ASSIGNABLE_LEVELS: readonly AccessLevel[] = ACCESS_LEVELS.filter(
  (level) => rankOf(level) < rankOf("admin"),
);

/** True where a user may get that access level; `held` is the one they have, null for a new user. */
export function mayAssign(
  level: AccessLevel,
  held: AccessLevel | null,
): boolean {
  return level === held || ASSIGNABLE_LEVELS.includes(level);
}
