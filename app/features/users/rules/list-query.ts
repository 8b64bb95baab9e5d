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
