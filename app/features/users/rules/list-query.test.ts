import { describe, expect, it } from "vitest";
import { readUserListQuery, userListQuery, userListSearch } from "./list-query";

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
    "sort=username&dir=up",
    "dir=desc",
    "page=0",
    "page=-1",
    "page=1.5",
    "page=1000000",
    "page=1e3",
    "page= 2",
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
