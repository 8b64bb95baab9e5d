import { expect, test } from "vitest";
import { refusedRemovals } from "./limits";

const NONE = new Set<string>();
const removal = (removed: number, stored: number, name = "stays") => ({
  name,
  removed,
  stored,
});

test.each([
  [0, 0, false],
  [0, 100, false],
  [5, 100, false],
  [6, 100, true],
  [1, 20, false],
  [1, 19, true],
  [12_500, 250_000, false],
  [12_501, 250_000, true],
  [1, 3, true],
  [1, 1, true],
  [250_000, 250_000, true],
])("a removal of %i of %i rows is refused: %s", (removed, stored, refused) => {
  expect(refusedRemovals([removal(removed, stored)], NONE)).toHaveLength(
    refused ? 1 : 0,
  );
});

test("each table is judged by itself, and goes where it is allowed by its name", () => {
  const [stays, transfers, notes] = [
    removal(9, 10, "stays"),
    removal(10, 10, "transfers"),
    removal(1, 100, "notes"),
  ];
  const all = [stays, transfers, notes];
  expect(refusedRemovals(all, NONE)).toEqual([stays, transfers]);
  expect(refusedRemovals(all, new Set(["transfers"]))).toEqual([stays]);
  expect(refusedRemovals(all, new Set(["notes"]))).toEqual([stays, transfers]);
  expect(refusedRemovals(all, new Set(["transfers", "stays"]))).toEqual([]);
});
