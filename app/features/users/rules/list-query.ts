import { ACCESS_LEVELS, type AccessLevel } from "~/domain/access/ranks";
import { readPage } from "~/domain/lists/list-page";
import { searchText } from "~/features/search/rules/text";
import type { SortDirection } from "~/domain/lists/table-sort";

export const USER_LIST_COLUMNS = [
  "name",
  "username",
  "level",
  "location",
  "isnp",
  "login",
] as const;

export type UserListColumn = (typeof USER_LIST_COLUMNS)[number];

export const LOGIN_FILTERS = ["never", "long-ago", "no-factor"] as const;

/** A user who has been away this long may have left. */
export const LONG_AGO_DAYS = 90;

export type LoginFilter = (typeof LOGIN_FILTERS)[number];

export interface UserListSort {
  column: UserListColumn;
  direction: SortDirection;
}

export const DEFAULT_USER_SORT: UserListSort = {
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
  const column = USER_LIST_COLUMNS.find((one) => one === search.get("sort"));
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

/** Leaves out defaults; {@link readUserListQuery} reads it back. */
export function userListPairs({
  text,
  level,
  login,
  sort,
  page,
}: UserListQuery): [name: string, value: string][] {
  const isDefaultSort =
    sort.column === DEFAULT_USER_SORT.column &&
    sort.direction === DEFAULT_USER_SORT.direction;
  return [
    ...(text === "" ? [] : [["q", text] as [string, string]]),
    ...(level === null ? [] : [["level", level] as [string, string]]),
    ...(login === null ? [] : [["login", login] as [string, string]]),
    ...(isDefaultSort
      ? []
      : ([
          ["sort", sort.column],
          ["dir", sort.direction],
        ] as [string, string][])),
    ...(page === 1 ? [] : [["page", String(page)] as [string, string]]),
  ];
}

/** The list's part of a query, which dialogs over the list keep. */
export function userListSearch(search: string): string {
  const query = readUserListQuery(new URLSearchParams(search));
  const own = new URLSearchParams(userListPairs(query)).toString();
  return own === "" ? "" : `?${own}`;
}
