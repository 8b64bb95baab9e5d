import { describe, expect, test } from "vitest";
import { idsOfLevel, levelIdsProblem, parseLevelIds } from "./access-levels";

describe("stored ids", () => {
  test("are whole numbers of up to 15 digits between blanks", () => {
    expect(parseLevelIds(" 101  102\t7 ")).toEqual([101, 102, 7]);
    expect(parseLevelIds("")).toEqual([]);
    expect(parseLevelIds("1.5 -2 x 123456789012345 1234567890123456")).toEqual([
      123456789012345,
    ]);
  });
});

describe("the ids of a level", () => {
  const given = {
    division: [1],
    region: [11, 12, 11],
    facility: [],
    physician: 1003000101,
  };

  test("are those of its own list, each once", () => {
    expect(idsOfLevel("division", given)).toEqual([1]);
    expect(idsOfLevel("region", given)).toEqual([11, 12]);
    expect(idsOfLevel("facility", given)).toEqual([]);
    expect(idsOfLevel("physician", given)).toEqual([1003000101]);
  });

  test("are the company's for the levels above places", () => {
    for (const level of ["company", "admin", "account_manager"] as const) {
      expect(idsOfLevel(level, given)).toEqual([0]);
      expect(levelIdsProblem(level, [0])).toBeNull();
    }
  });
});
