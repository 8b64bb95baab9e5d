import { describe, expect, it, test } from "vitest";
import {
  type LoginFilter,
  type UserListColumn,
  readUserListQuery,
  userListQuery,
  userListSearch,
  locationsWritten,
} from "../rules/list-words";
import { type AccessLevel } from "~/domain/access/ranks";
import { type ListedUser, filterUsers, sortUsers } from "./find-users";

describe("the query of the list", () => {
  const DEFAULT = {
    text: "",
    level: null,
    login: null,
    sort: { column: "name", direction: "asc" },
    page: 1,
  };

  it.each<[string, object]>([
    ["", {}],
    [
      "q=%20Elm%20%20house&level=region",
      { text: "Elm house", level: "region" },
    ],
    [
      "sort=isnp&dir=desc&page=100",
      { sort: { column: "isnp", direction: "desc" }, page: 100 },
    ],
    ["page=999999", { page: 999_999 }],
  ])("%j is read", (search, expected) => {
    const read = readUserListQuery(new URLSearchParams(search));
    expect(read).toEqual({ ...DEFAULT, ...expected });
    const again = new URLSearchParams(userListQuery(read));
    expect(readUserListQuery(again)).toEqual(read);
  });

  it.each([
    "level=emperor",
    "level=__proto__",
    "sort=password&dir=asc",
    "sort=username",
    "dir=desc",
    "page=0",
    "page=1000000",
    "page=1e3",
    "q=%00%01",
  ])("%j is as if it were not there", (search) => {
    expect(readUserListQuery(new URLSearchParams(search))).toEqual(DEFAULT);
    expect(userListSearch(`?${search}`)).toBe("");
  });

  it("goes on to a dialog and back without what is not its own", () => {
    expect(userListSearch("?page=2&_data=x&q=a+b&update=1&dir=asc")).toBe(
      "?q=a+b&page=2",
    );
  });
});

function user(username: string, rest: Partial<ListedUser> = {}): ListedUser {
  return {
    id: username.length,
    username,
    firstname: "Ada",
    lastname: username,
    name: `${username}, Ada`,
    access_level: "facility",
    access_level_id: "101",
    locations: ["Elm House"],
    isnp_only: false,
    last_login_at: null,
    ...rest,
  };
}

describe("the users found", () => {
  const users = [
    user("ann", { name: "Élan, Ann", locations: ["Oak House", "Fir House"] }),
    user("bob", {
      access_level: "physician",
      second_factor: true,
      locations: ["NPI 1234567893"],
      last_login_at: "2026-09-01T12:00:00.000Z",
    }),
    user("cy", {
      access_level: "account_manager",
      locations: ["All locations"],
      last_login_at: "2026-11-30T12:00:00.000Z",
    }),
  ];
  const found = (
    text: string,
    level: AccessLevel | null = null,
    login: LoginFilter | null = null,
  ) =>
    filterUsers(users, { text, level, login }, new Date("2026-12-01")).map(
      ({ username }) => username,
    );

  it.each<[string, string[]]>([
    ["", ["ann", "bob", "cy"]],
    ["ANN", ["ann"]],
    ["elan ann", ["ann"]],
    ["ann elan", ["ann"]],
    ["house oak fir", ["ann"]],
    ["oak elm", []],
    ["1234567893", ["bob"]],
    ["account manager", ["cy"]],
    ["phy", ["bob"]],
    [".*", []],
  ])("for %j are %j", (text, usernames) => {
    expect(found(text)).toEqual(usernames);
  });

  it("are of the level that is asked for", () => {
    expect(found("", "physician")).toEqual(["bob"]);
    expect(found("ann", "physician")).toEqual([]);
    expect(found("", "company")).toEqual([]);
  });

  it("have never logged in, or not for long", () => {
    expect(found("", null, "never")).toEqual(["ann"]);
    expect(found("", null, "long-ago")).toEqual(["bob"]);
  });

  it("have no second factor", () => {
    expect(found("", null, "no-factor")).toEqual(["ann", "cy"]);
  });
});

describe("the order", () => {
  const users = [
    user("user10", { access_level: "region", name: "Zed, A" }),
    user("user9", { isnp_only: true, name: "abe, B", locations: [] }),
    user("User2", { access_level: "physician", name: "Unknown" }),
  ];
  const order = (column: UserListColumn, direction: "asc" | "desc") =>
    sortUsers(users, { column, direction }).map(({ username }) => username);

  it.each<[UserListColumn, string[], string[]]>([
    ["username", ["User2", "user9", "user10"], ["user10", "user9", "User2"]],
    // A name that is not known is last, and first the other way round.
    ["name", ["user9", "user10", "User2"], ["User2", "user10", "user9"]],
    ["level", ["User2", "user9", "user10"], ["user10", "user9", "User2"]],
    ["location", ["User2", "user10", "user9"], ["User2", "user10", "user9"]],
    ["isnp", ["User2", "user10", "user9"], ["user9", "User2", "user10"]],
  ])("by %s", (column, ascending, descending) => {
    expect(order(column, "asc")).toEqual(ascending);
    expect(order(column, "desc")).toEqual(descending);
  });
});

test("many locations are cut, and those that are not valid are not lost", () => {
  const five = ["A", "B", "C", "D", "E"];
  expect(locationsWritten([])).toEqual([]);
  expect(locationsWritten(five)).toEqual(five);
  expect(locationsWritten([...five, "INVALID FACILITY (ID: 77)"])).toEqual([
    "INVALID FACILITY (ID: 77)",
    "A",
    "B",
    "C",
    "and 2 more",
  ]);
});
