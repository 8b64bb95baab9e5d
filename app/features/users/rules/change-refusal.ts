import { ACCESS_LEVELS, rankOf, type AccessLevel } from "~/domain/access/ranks";
import { userWords } from "./words";

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

/** A user who is to be changed or deleted, and who does it. */
export interface AdministeredUser {
  id: number;
  accessLevel: AccessLevel;
  /** Id of the account manager who does it. */
  actorId: number;
  /** How many other account managers there are. */
  otherManagers: number;
}

/** Why a user may not be deleted, in words for whoever wants it; null where they may. */
export function deletionRefusal(user: AdministeredUser): string | null {
  if (user.id === user.actorId) return userWords.ownAccount;
  return isLastManager(user) ? userWords.lastAccountManager : null;
}

/**
 * Why a user may not get an access level, in words for whoever wants it; null where they may (R214). `user`
 * is null for one who is new. The level that they have is no change and never refused.
 */
export function levelRefusal(
  wanted: AccessLevel,
  user: AdministeredUser | null,
): string | null {
  if (!mayAssign(wanted, user?.accessLevel ?? null)) {
    return userWords.levelNotAssignable;
  }
  if (user === null || user.accessLevel === wanted) return null;
  if (user.id === user.actorId) return userWords.ownLevel;
  return isLastManager(user) ? userWords.lastAccountManager : null;
}

function isLastManager({ accessLevel, otherManagers }: AdministeredUser) {
  return accessLevel === "account_manager" && otherManagers === 0;
}
