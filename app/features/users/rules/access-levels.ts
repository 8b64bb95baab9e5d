import { COMPANY_ID } from "~/domain/places/hierarchy";
import { type AccessLevel, ACCESS_LEVELS, rankOf } from "~/domain/access/ranks";
import { userWords } from "./words";

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

/** They travel in the session token, and the headers of a request have 16 KB. */
export const LONGEST_ID_LIST = 10_000;

/** The ids in `access_level_id`, which are separated by spaces (R213). Skips anything else. */
export function parseLevelIds(text: string): number[] {
  return text
    .split(/\s+/)
    .filter((word) => /^\d{1,15}$/.test(word))
    .map(Number);
}

export function writeLevelIds(ids: readonly number[]): string {
  return ids.join(" ");
}

export interface GivenIds {
  division?: readonly number[] | undefined;
  region?: readonly number[] | undefined;
  facility?: readonly number[] | undefined;
  physician?: number | undefined;
}

export function idsOfLevel(level: AccessLevel, given: GivenIds): number[] {
  switch (level) {
    case "division":
    case "region":
    case "facility":
      return [...new Set(given[level])];
    case "physician":
      return given.physician === undefined ? [] : [given.physician];
    default:
      return [COMPANY_ID];
  }
}

/** Does not check whether the ids exist (R216). */
export function levelIdsProblem(
  level: AccessLevel,
  ids: readonly number[],
): string | null {
  if (ids.length === 0 && isOfPlace(level)) return userWords.missing[level];
  return writeLevelIds(ids).length > LONGEST_ID_LIST
    ? userWords.tooManyIds
    : null;
}

/** Their ids are places or physicians. */
export type PlaceLevel = "division" | "region" | "facility" | "physician";

export function isOfPlace(level: AccessLevel): level is PlaceLevel {
  return (
    level === "division" ||
    level === "region" ||
    level === "facility" ||
    level === "physician"
  );
}

export function unknownId(level: PlaceLevel, id: number): string {
  return `There is no ${level} ${id}.`;
}

/** In any order. */
export function areSameIds(
  some: readonly number[],
  others: readonly number[],
): boolean {
  const left = new Set(some);
  const right = new Set(others);
  return left.size === right.size && [...left].every((id) => right.has(id));
}

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
