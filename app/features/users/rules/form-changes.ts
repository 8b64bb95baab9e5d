import { ACCESS_LEVEL_NAMES } from "./access-level-names";
import type { LocatedUser, LocationNames } from "./locations";
import { userLocations } from "./locations";
import { userFormWords } from "./form-words";

export interface AccessFacts extends LocatedUser {
  isnp_only: boolean;
}

export interface UserFacts extends AccessFacts {
  username: string;
  firstname: string;
  lastname: string;
}

/** Longer lists show only what was added and removed. */
const FEW_PLACES = 4;
const MOST_TOLD = 10;

/** Never empty. Compares names and rights; other changes, like a password, get a line of their own. */
export function userChanges(
  before: UserFacts,
  now: UserFacts,
  names: LocationNames,
): string[] {
  const lines = [
    changed(userFormWords.username, before.username, now.username),
    changed(userFormWords.firstname, before.firstname, now.firstname),
    changed(userFormWords.lastname, before.lastname, now.lastname),
    ...accessChanges(before, now, names),
  ].filter((line) => line !== null);
  return lines.length > 0 ? lines : [userFormWords.unseenChange];
}

/** 'Access level: Facility → Region'; null if nothing changed. */
export function changed(
  label: string,
  before: string,
  now: string,
): string | null {
  return before === now ? null : `${label}: ${before} → ${now}`;
}

export function accessChanges(
  before: AccessFacts,
  now: AccessFacts,
  names: LocationNames,
): (string | null)[] {
  return [
    changed(
      userFormWords.accessLevel,
      ACCESS_LEVEL_NAMES[before.access_level],
      ACCESS_LEVEL_NAMES[now.access_level],
    ),
    changedPlaces(before, now, names),
    changed(
      userFormWords.isnpOnly,
      before.isnp_only ? "yes" : "no",
      now.isnp_only ? "yes" : "no",
    ),
  ];
}

function changedPlaces(
  before: LocatedUser,
  now: LocatedUser,
  names: LocationNames,
): string | null {
  const isSameLevel = before.access_level === now.access_level;
  const had = userLocations(before, names);
  const has = userLocations(now, names);
  const label = isSameLevel ? ACCESS_LEVEL_NAMES[now.access_level] : "Location";
  const came = has.filter((place) => !had.includes(place));
  const went = had.filter((place) => !has.includes(place));
  if (came.length === 0 && went.length === 0) return null;
  if (!isSameLevel || Math.max(had.length, has.length) <= FEW_PLACES) {
    return `${label}: ${listed(had)} → ${listed(has)}`;
  }
  const parts = [
    ...(came.length > 0 ? [`added ${listed(came)}`] : []),
    ...(went.length > 0 ? [`removed ${listed(went)}`] : []),
  ];
  return `${label}: ${parts.join("; ")}`;
}

function listed(places: readonly string[]): string {
  if (places.length === 0) return "none";
  const more = places.length - MOST_TOLD;
  const told = places.slice(0, MOST_TOLD).join(", ");
  return more > 0 ? `${told} and ${more} more` : told;
}
