import { COMPANY_ID } from "~/domain/places/hierarchy";
import type { AccessLevel } from "~/domain/access/ranks";
import { userWords } from "./words";

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
