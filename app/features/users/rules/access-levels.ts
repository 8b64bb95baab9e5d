import { ACCESS_LEVELS, rankOf, type AccessLevel } from "~/domain/access/ranks";

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
