import { describe, expect, test } from "vitest";
import {
  areSameIds,
  idsOfLevel,
  levelIdsProblem,
  LONGEST_ID_LIST,
  parseLevelIds,
  writeLevelIds,
} from "./level-ids";
import { userWords } from "./words";

describe("stored ids", () => {
  test("are whole numbers of up to 15 digits between blanks", () => {
    expect(parseLevelIds(" 101  102\t7 ")).toEqual([101, 102, 7]);
    expect(parseLevelIds("")).toEqual([]);
    expect(parseLevelIds("1.5 -2 x 123456789012345 1234567890123456")).toEqual([
      123456789012345,
    ]);
  });

  test("are written as they are read", () => {
    expect(parseLevelIds(writeLevelIds([3, 1, 2]))).toEqual([3, 1, 2]);
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

  test("may be as many as a session token holds", () => {
    // 1,999 ids of four digits with a blank after each, and a last one.
    const most = Array.from({ length: 1_999 }, (_, index) => 1_000 + index);
    const fits = [...most, 10_000];
    expect(writeLevelIds(fits)).toHaveLength(LONGEST_ID_LIST);
    expect(levelIdsProblem("facility", fits)).toBeNull();
    expect(levelIdsProblem("facility", [...most, 100_000])).toBe(
      userWords.tooManyIds,
    );
  });
});

test("lists are the same whatever their order", () => {
  expect(areSameIds([1, 2], [2, 1, 2])).toBe(true);
  expect(areSameIds([], [])).toBe(true);
  expect(areSameIds([1], [1, 2])).toBe(false);
  expect(areSameIds([1, 3], [1, 2])).toBe(false);
});
