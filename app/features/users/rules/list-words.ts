import type { ListPage } from "~/domain/lists/list-page";
import { formatCount } from "~/domain/number-format";
import { isInvalidLocation } from "./locations";
import {
  LONG_AGO_DAYS,
  type LoginFilter,
  type UserListColumn,
} from "./list-query";

export const userListWords = {
  heading: "Users",
  secondFactor: "Second factor",
  search: "Search users",
  searchHint: "Name, username, level or location",
  level: "Access level",
  allLevels: "All",
  login: "Login",
  anyLogin: "Any",
  never: "Never",
  submit: "Find",
  pages: "Pages of users",
  edit: "Edit",
  delete: "Delete",
  actions: "Actions",
  /** In place of Delete in the manager's own row. */
  ownAccount: "Your own account",
  you: "(you)",
  none: "There are no users.",
  isnpOnly: "Yes",
  notIsnpOnly: "No",
  hasFactor: "Yes",
  hasNoFactor: "No",
  resetFactor: "Reset second factor",
  endSessions: "Log out",
  /** For screen readers, before the username. */
  endSessionsOf: "Log out everywhere",
  organisation: "Organisation account",
  isLinked: "Linked",
  isByGroups: "By groups",
  isNotLinked: "Not linked",
  isEmergency: "Emergency account",
  emergencyLogins: "Emergency logins of the last 30 days:",
  emergencyTrail: "Show them in the audit trail",
  lacksEmergency:
    "No account manager is an emergency account. If the organisation's login is down, none can log in. Make one under 'Organisation account' in a user's row.",

  confirm: "This permanently deletes the user and logs them out:",
  comesBack:
    "If one of their groups still gives access, they can come back as a new user. Remove them from the group first.",
  factName: "Name",
  factUsername: "Username",
  factLocation: "Location",
  cancel: "Cancel",
  close: "Close",
  deleteUser: "Delete user",
  alreadyDeleted: "This user was already deleted.",
} as const;

export const LOGIN_FILTER_NAMES: Readonly<Record<LoginFilter, string>> = {
  never: "Never logged in",
  "long-ago": `Over ${LONG_AGO_DAYS} days ago`,
  "no-factor": "No second factor",
};

export const USER_COLUMN_LABELS: Readonly<Record<UserListColumn, string>> = {
  name: "Name",
  username: "Username",
  level: "Access level",
  location: "Location",
  isnp: "ISNP only",
  login: "Last login",
};

/** 'Users 51 to 100 of 5,000'; with a search '… of 120 found (5,000 in all)'. Empty for no users. */
export function userCountText(
  { first, last, total }: Omit<ListPage<unknown>, "rows">,
  all: number,
): string {
  if (total === 0) return "";
  const shown =
    first === last
      ? `User ${formatCount(first)}`
      : `Users ${formatCount(first)} to ${formatCount(last)}`;
  const found = `${shown} of ${formatCount(total)}`;
  return total === all ? found : `${found} found (${formatCount(all)} in all)`;
}

const LOCATIONS_WRITTEN = 4;

/** Writes at most five locations out, the invalid ones first, because somebody has to correct them. */
export function locationsWritten(locations: readonly string[]): string[] {
  if (locations.length <= LOCATIONS_WRITTEN + 1) return [...locations];
  const ordered = [
    ...locations.filter(isInvalidLocation),
    ...locations.filter((text) => !isInvalidLocation(text)),
  ];
  const more = formatCount(locations.length - LOCATIONS_WRITTEN);
  return [...ordered.slice(0, LOCATIONS_WRITTEN), `and ${more} more`];
}
