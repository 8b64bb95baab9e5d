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
  type LocatedUser,
  type LocationNames,
  type PhysicianNames,
} from "../rules/locations";

export const USERS_PER_PAGE = 50;

export interface StoredUser extends LocatedUser {
  id: number;
  username: string;
  firstname: string;
  lastname: string;
  isnp_only: boolean;
  second_factor?: boolean | undefined;
  organisation_account?: boolean | undefined;
  rights_by_groups?: boolean | undefined;
  emergency_entry?: boolean | undefined;
  last_login_at?: string | null | undefined;
}

export type ListedUser = ReturnType<typeof listedUser>;

export function listedUser(
  user: StoredUser,
  names: LocationNames,
  physicians?: PhysicianNames,
) {
  return {
    id: user.id,
    name: lastFirst(user.lastname, user.firstname),
    username: user.username,
    accessLevel: user.access_level,
    locations: userLocations(user, names, physicians),
    isnpOnly: user.isnp_only,
    hasFactor: user.second_factor === true,
    isLinked: user.organisation_account ?? null,
    isByGroups: user.rights_by_groups === true,
    isEmergency: user.emergency_entry === true,
    /** Null for never, undefined if the host does not say. */
    lastLogin: user.last_login_at,
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
    if (level !== null && user.accessLevel !== level) return false;
    if (login !== null && !isOfLogin(user, login, now)) return false;
    if (words.length === 0) return true;
    const searched = folded(
      [
        user.name,
        user.username,
        ACCESS_LEVEL_NAMES[user.accessLevel],
        ...user.locations,
      ].join(" "),
    );
    return words.every((word) => searched.includes(word));
  });
}

function isOfLogin(
  { lastLogin, hasFactor }: ListedUser,
  login: LoginFilter,
  now: Date,
): boolean {
  if (login === "no-factor") return !hasFactor;
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
  level: { kind: "number", value: ({ accessLevel }) => rankOf(accessLevel) },
  location: { kind: "text", value: ({ locations }) => locations.join(", ") },
  isnp: { kind: "number", value: ({ isnpOnly }) => Number(isnpOnly) },
  login: {
    kind: "number",
    value: ({ lastLogin }) => (lastLogin ? Date.parse(lastLogin) : 0),
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
