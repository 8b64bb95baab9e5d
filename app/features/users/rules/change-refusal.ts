import type { AccessLevel } from "~/domain/access/ranks";
import { mayAssign } from "./access-levels";
import { userWords } from "./words";

export interface AdministeredUser {
  id: number;
  accessLevel: AccessLevel;
  actorId: number;
  otherManagers: number;
}

/** Null if the user may be deleted. */
export function deletionRefusal(user: AdministeredUser): string | null {
  if (user.id === user.actorId) return userWords.ownAccount;
  return isLastManager(user) ? userWords.lastAccountManager : null;
}

/** Null if the user may get the level (R214). `user` is null for a new one, and may keep the present level. */
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
