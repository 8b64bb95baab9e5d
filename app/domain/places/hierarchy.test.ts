import { expect, test } from "vitest";
import { childLevelOf, LEVELS } from "./hierarchy";

test("every level's list holds the level below it, patients below physicians", () => {
  expect(LEVELS.map(childLevelOf)).toEqual([
    "division",
    "region",
    "facility",
    "physician",
    "patient",
  ]);
});
