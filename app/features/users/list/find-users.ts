import type { User } from "~/contract/users";
import { rankOf } from "~/domain/access/ranks";
import { lastFirst } from "~/domain/person-name";
import { folded } from "~/features/search/rules/folded";
import { searchText } from "~/features/search/rules/text";
import {
  sortRows,
  type SortKind,
  type SortValue,
} from "~/domain/lists/table-sort";
import { ACCESS_LEVEL_NAMES } from "../rules/access-level-names";
import {
  LONG_AGO_DAYS,
  type LoginFilter,
  type UserListColumn,
  type UserListQuery,
  type UserListSort,
} from "../rules/list-words";
import {
  userLocations,
  type LocationNames,
  type PhysicianNames,
} from "../rules/locations";

export const USERS_PER_PAGE = 50;

export type ListedUser = ReturnType<typeof listedUser>;

export function listedUser(
  user: User,
  names: LocationNames,
  physicians: PhysicianNames,
) {
  return {
    ...user,
    name: lastFirst(user.lastname, user.firstname),
    locations: userLocations(user, names, physicians),
  };
}

/** Each word of the text is in the name, username, level or location (R483). */
export function filterUsers(
  users: readonly ListedUser[],
  { text, level, login }: Pick<UserListQuery, "text" | "level" | "login">,
  now: Date,
): ListedUser[] {
  const words = folded(searchText(text)).split(" ").filter(Boolean);
  return users.filter((user) => {
    if (level !== null && user.access_level !== level) return false;
    if (login !== null && !isOfLogin(user, login, now)) return false;
    if (words.length === 0) return true;
    const searched = folded(
      [
        user.name,
        user.username,
        ACCESS_LEVEL_NAMES[user.access_level],
        ...user.locations,
      ].join(" "),
    );
    return words.every((word) => searched.includes(word));
  });
}

function isOfLogin(
  { last_login_at: lastLogin, second_factor }: ListedUser,
  login: LoginFilter,
  now: Date,
): boolean {
  if (login === "no-factor") return second_factor !== true;
  if (lastLogin === undefined) return false;
  if (lastLogin === null) return login === "never";
  const longAgo = new Date(now.getTime() - LONG_AGO_DAYS * 24 * 3_600_000);
  return login === "long-ago" && lastLogin < longAgo.toISOString();
}

const SORTED_BY: Record<
  UserListColumn,
  { kind: SortKind; value: (user: ListedUser) => SortValue }
> = {
  name: { kind: "name", value: ({ name }) => name },
  username: { kind: "text", value: ({ username }) => username },
  level: { kind: "number", value: (user) => rankOf(user.access_level) },
  location: { kind: "text", value: ({ locations }) => locations.join(", ") },
  isnp: { kind: "number", value: (user) => Number(user.isnp_only) },
  login: {
    kind: "number",
    value: (user) => Date.parse(user.last_login_at ?? "") || 0,
  },
};

/** Equal users are in the order of their usernames. */
export function sortUsers(
  users: readonly ListedUser[],
  { column, direction }: UserListSort,
): ListedUser[] {
  const byUsername = sortRows(
    users,
    SORTED_BY.username,
    column === "username" ? direction : "asc",
  );
  return column === "username"
    ? byUsername
    : sortRows(byUsername, SORTED_BY[column], direction);
}
