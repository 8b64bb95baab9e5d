import { LEVEL_NAMES } from "~/domain/places/level-names";
import type { LocationLevel } from "~/domain/places/hierarchy";
import { ACCESS_LEVEL_NAMES } from "./access-level-names";
import {
  type LocatedUser,
  type LocationNames,
  userLocations,
} from "./locations";

export const userFormWords = {
  createPage: "Create User",
  cancel: "Cancel",
  create: "Create user",
  createAnother: "Create another",
  save: "Save changes",

  username: "Username",
  firstname: "First name",
  lastname: "Last name",

  accessLevel: "Access level",
  selectLevel: "Select access level",
  ownLevelHint: "You cannot change your own access level.",
  isnpOnly: "ISNP patients only",
  byGroups:
    "Groups at your organisation's login set this user's access level and locations. There is no password. Change the groups, or unlink the account to set access here.",
  updateHint: "Press after each choice above.",
  nothingAbove: {
    region: "Choose a division first.",
    facility: "Choose a region first.",
  },
  noneThere: {
    division: "There are no divisions.",
    region: "There are no regions here.",
    facility: "There are no facilities here.",
  },
  notInOrganization: "Not in the organisation",

  physician: "Physician",
  physicianSearch: "Search physicians",
  physicianSearchHint: "By first name, last name or NPI",
  search: "Search",
  searching: "Searching…",
  foundPhysicians: "Found physicians",
  chosen: (name: string) => `${name} chosen`,

  password: "Password",
  confirmPassword: "Confirm password",
  confirmHint: "The same password again",
  keepPassword: "Leave blank to keep the password.",
  passwordsGone:
    "The form does not keep a password that you typed. Type it again.",

  goneMeanwhile: "This user was deleted. Nothing was saved.",
  saveAgain: "Save again to replace it with this form.",
  unseenChange: "The change cannot be shown here. It may be the password.",
} as const;

export function clearedWords(cleared: readonly LocationLevel[]): string {
  if (cleared.length === 0) return "";
  const names = cleared.map((level) => LEVEL_NAMES[level]);
  const [first = "", ...others] = names;
  const listed = [first, ...others.map((name) => name.toLowerCase())];
  const last = listed.pop() ?? "";
  const all = listed.length > 0 ? `${listed.join(", ")} and ${last}` : last;
  return `${all} ${names.length > 1 ? "were" : "was"} cleared.`;
}

/** This button shows the next choices without scripts. */
export function updateWords({
  levels,
  hasDivision,
}: {
  levels: readonly LocationLevel[];
  hasDivision: boolean;
}): string {
  if (levels.includes("facility") && hasDivision) return "Show the facilities";
  return levels.includes("region") ? "Show the regions" : "Show the choices";
}

export function chosenCount(chosen: number, all: number): string {
  return `${chosen} of ${all} chosen`;
}

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
const MOST_NAMED = 10;

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
  const more = places.length - MOST_NAMED;
  const named = places.slice(0, MOST_NAMED).join(", ");
  return more > 0 ? `${named} and ${more} more` : named;
}
