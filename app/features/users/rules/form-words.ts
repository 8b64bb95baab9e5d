import { LEVEL_NAMES } from "~/domain/places/level-names";
import type { LocationLevel } from "~/domain/places/hierarchy";

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
