import { describe, expect, test } from "vitest";
import { drillDownColumns, isSortable, parseSort } from "./drill-down-columns";
import { childLevelOf, LEVELS } from "../places/hierarchy";

const CHILDREN = LEVELS.map(childLevelOf);

test("only the frailty score distribution cannot be sorted", () => {
  const unsortable = CHILDREN.flatMap((child) =>
    drillDownColumns(child).filter((column) => !isSortable(column)),
  );
  expect(unsortable.map(({ label }) => label)).toEqual([
    "Frailty score distribution",
  ]);
});

test("every list begins with the name and has no key twice", () => {
  for (const child of CHILDREN) {
    const keys = drillDownColumns(child).map(({ key }) => key);
    expect(keys[0]).toBe("name");
    expect(new Set(keys).size).toBe(keys.length);
  }
});

describe("the sort of a URL", () => {
  function sortOf(query: string) {
    const sort = parseSort(new URLSearchParams(query), "physician");
    return sort && [sort.column, sort.direction];
  }

  test.each([
    ["sort=patient_count&dir=desc", ["patient_count", "desc"]],
    ["sort=patient_count", ["patient_count", "asc"]],
    ["sort=name&dir=sideways", ["name", "asc"]],
    ["", null],
    ["dir=desc", null],
    ["sort=frailty", null],
    ["sort=frailty_score", null],
    ["sort=constructor", null],
  ])("%j is %j", (query, expected) => {
    expect(sortOf(query)).toEqual(expected);
  });
});
