import { ACCESS_LEVELS, type AccessLevel } from "~/domain/access/ranks";
import { readPage } from "~/domain/lists/list-page";
import { searchText } from "~/features/search/rules/text";
import type { SortDirection } from "~/domain/lists/table-sort";

/** The columns of the table in their order. */
export const USER_LIST_COLUMNS = [
  "name",
  "username",
  "level",
  "location",
  "isnp",
  "login",
] as const;

export type UserListColumn = (typeof USER_LIST_COLUMNS)[number];

/** Who has not logged in: never, or not for a long time; or who does with a password alone. */
export const LOGIN_FILTERS = ["never", "long-ago", "no-factor"] as const;

/** A user who has not logged in for so many days may have left. */
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

/** Which users a list shows: found by a text, of a level, in an order, and which page of them. */
export interface UserListQuery {
  /** Empty for none. */
  text: string;
  level: AccessLevel | null;
  /** By how they log in; null for all. */
  login: LoginFilter | null;
  sort: UserListSort;
  /** From 1; it may lie beyond the last one. */
  page: number;
}

/** What a query asks for by `q`, `level`, `login`, `sort`, `dir` and `page`; whatever is odd is as if it were not there. */
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

/** The query as parameters of an address, without what goes without saying; {@link readUserListQuery} reads it back. */
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

/**
 * The list's own part of a query, with its question mark; empty where there is none. Dialogs over the list keep it, and
 * closing them leads back to the list as it was.
 */
export function userListSearch(search: string): string {
  const query = readUserListQuery(new URLSearchParams(search));
  const own = new URLSearchParams(userListPairs(query)).toString();
  return own === "" ? "" : `?${own}`;
}
