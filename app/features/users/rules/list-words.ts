import { type ListPage, readPage } from "~/domain/lists/list-page";
import { formatCount } from "~/domain/number-format";
import { isInvalidLocation } from "./locations";
import { ACCESS_LEVELS, type AccessLevel } from "~/domain/access/ranks";
import { searchText } from "~/features/search/rules/text";
import type { SortDirection } from "~/domain/lists/table-sort";

export const USER_COLUMN_LABELS = {
  name: "Name",
  username: "Username",
  level: "Access level",
  location: "Location",
  isnp: "ISNP only",
  login: "Last login",
} as const;

export type UserListColumn = keyof typeof USER_COLUMN_LABELS;

const COLUMNS = Object.keys(USER_COLUMN_LABELS) as UserListColumn[];

export const LOGIN_FILTERS = ["never", "long-ago", "no-factor"] as const;

/** A user who has been away this long may have left. */
export const LONG_AGO_DAYS = 90;

export type LoginFilter = (typeof LOGIN_FILTERS)[number];

export interface UserListSort {
  column: UserListColumn;
  direction: SortDirection;
}

const DEFAULT_USER_SORT: UserListSort = {
  column: "name",
  direction: "asc",
};

export interface UserListQuery {
  text: string;
  level: AccessLevel | null;
  login: LoginFilter | null;
  sort: UserListSort;
  /** May lie beyond the last page. */
  page: number;
}

/** Ignores what it cannot read. */
export function readUserListQuery(search: URLSearchParams): UserListQuery {
  const level = ACCESS_LEVELS.find((one) => one === search.get("level"));
  const login = LOGIN_FILTERS.find((one) => one === search.get("login"));
  const column = COLUMNS.find((one) => one === search.get("sort"));
  const direction = search.get("dir");
  return {
    text: searchText(search.get("q")),
    level: level ?? null,
    login: login ?? null,
    sort:
      column && (direction === "asc" || direction === "desc")
        ? { column, direction }
        : DEFAULT_USER_SORT,
    page: readPage(search),
  };
}

/** The query of an address, with its question mark; leaves out defaults. */
export function userListQuery({
  text,
  level,
  login,
  sort: { column, direction },
  page,
}: UserListQuery): string {
  const search = new URLSearchParams();
  if (text !== "") search.set("q", text);
  if (level !== null) search.set("level", level);
  if (login !== null) search.set("login", login);
  if (!isDefaultSort({ column, direction })) {
    search.set("sort", column);
    search.set("dir", direction);
  }
  if (page !== 1) search.set("page", String(page));
  return search.size === 0 ? "" : `?${search.toString()}`;
}

export function isDefaultSort({ column, direction }: UserListSort): boolean {
  return (
    column === DEFAULT_USER_SORT.column &&
    direction === DEFAULT_USER_SORT.direction
  );
}

export function userListSearch(search: string): string {
  return userListQuery(readUserListQuery(new URLSearchParams(search)));
}

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
