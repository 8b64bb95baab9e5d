import { COMPANY_ID } from "~/domain/places/hierarchy";
import type { AccessLevel } from "~/domain/access/ranks";
import { userWords } from "./words";

/**
 * Longest list of ids of a user, characters. They travel in the session token, and a request has 16 KB for all
 * headers.
 */
export const LONGEST_ID_LIST = 10_000;

/** Ids as `access_level_id` holds them, separated by blanks; anything else in the text is left out (R213). */
export function parseLevelIds(text: string): number[] {
  return text
    .split(/\s+/)
    .filter((word) => /^\d{1,15}$/.test(word))
    .map(Number);
}

export function writeLevelIds(ids: readonly number[]): string {
  return ids.join(" ");
}

/** Ids by the kind of place, as the calls that create and change users name them (R220). */
export interface GivenIds {
  division?: readonly number[] | undefined;
  region?: readonly number[] | undefined;
  facility?: readonly number[] | undefined;
  /** NPI; a physician is one. */
  physician?: number | undefined;
}

/** The ids that belong to a level among those given, each once; those of other levels do not matter. */
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

/** What is wrong with the ids of a level, whether or not anything has them; null where nothing is (R216). */
export function levelIdsProblem(
  level: AccessLevel,
  ids: readonly number[],
): string | null {
  if (ids.length === 0 && isOfPlace(level)) return userWords.missing[level];
  return writeLevelIds(ids).length > LONGEST_ID_LIST
    ? userWords.tooManyIds
    : null;
}

/** Access levels whose ids are those of places or physicians, and not that of the company. */
export type PlaceLevel = "division" | "region" | "facility" | "physician";

export function isOfPlace(level: AccessLevel): level is PlaceLevel {
  return (
    level === "division" ||
    level === "region" ||
    level === "facility" ||
    level === "physician"
  );
}

/** What is said of an id that nothing has. */
export function unknownId(level: PlaceLevel, id: number): string {
  return `There is no ${level} ${id}.`;
}

/** True where two lists hold the same ids, in whatever order. */
export function areSameIds(
  some: readonly number[],
  others: readonly number[],
): boolean {
  const left = new Set(some);
  const right = new Set(others);
  return left.size === right.size && [...left].every((id) => right.has(id));
}
