import { newYorkDay, usDayOf } from "~/domain/calendar";
import { locationsWritten } from "../rules/list-words";
import { isInvalidLocation } from "../rules/locations";
import type { ListPage } from "~/domain/lists/list-page";
import { ACCESS_LEVEL_NAMES } from "../rules/access-level-names";
import type { ListedUser } from "../rules/list";
import { userListPairs, type UserListQuery } from "../rules/list-query";
import { paths } from "~/paths";

export type UserRow = ReturnType<typeof rowOf>;

/** The table in one of the states of a panel; `count` says in words which users it shows, `all` how many there are. */
export type UserTableState =
  | ({ state: "data"; count: string } & Pick<
      ListPage<UserRow>,
      "rows" | "page" | "pages"
    >)
  | { state: "empty" }
  | { state: "error"; message: string };

/** What the User Management screen shows. */
export interface UserListView {
  query: UserListQuery;
  table: UserTableState;
  /** The data server is in this process, with what no API host has. */
  hasOwnPages: boolean;
  /** The organisation has a login of its own. */
  hasOrganisation: boolean;
  /** Uses of emergency accounts in the last days, in words, and where the audit trail has them; null for none. */
  emergency: { text: string; href: string } | null;
  /** Passwords are for emergency accounts alone, and there is no such account. */
  lacksEmergency: boolean;
}

export function rowOf(user: ListedUser, isOwn: boolean) {
  return {
    id: user.id,
    name: user.name,
    username: user.username,
    level: ACCESS_LEVEL_NAMES[user.accessLevel],
    locations: locationRuns(user.locations),
    isnpOnly: user.isnpOnly,
    lastLogin: user.lastLogin
      ? {
          instant: user.lastLogin,
          day: usDayOf(newYorkDay(new Date(user.lastLogin))),
        }
      : null,
    hasFactor: user.hasFactor,
    isLinked: user.isLinked,
    isByGroups: user.isByGroups,
    isEmergency: user.isEmergency,
    isOwn,
  };
}

/** The locations in a row's words, those that are not valid apart from the others. */
function locationRuns(locations: readonly string[]) {
  const runs: { text: string; isInvalid: boolean }[] = [];
  for (const text of locationsWritten(locations)) {
    const isInvalid = isInvalidLocation(text);
    const last = runs.at(-1);
    if (last && !last.isInvalid && !isInvalid) last.text += `, ${text}`;
    else runs.push({ text, isInvalid });
  }
  return runs;
}

/** True where the list is narrowed to some of the users. */
export function isFiltered({ text, level, login }: UserListQuery): boolean {
  return text !== "" || level !== null || login !== null;
}

/** Address of the list as a query has it, or of a dialog over it. */
export function userListHref(
  query: UserListQuery,
  path: string = paths.users,
): string {
  const search = new URLSearchParams(userListPairs(query)).toString();
  return search === "" ? path : `${path}?${search}`;
}
