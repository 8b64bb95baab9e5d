import { expect, test } from "vitest";
import { harmlessCell } from "./cells";

test.each([
  "",
  "Y",
  "1.5",
  "01/02/2026",
  "2026-01-31T18:05",
  "15E009",
  "#N/?",
  "YES",
  "False",
])("the cell %j may be shown", (text) => {
  expect(harmlessCell(text)).toBe(JSON.stringify(text));
});

test.each([
  "Al",
  "O'B",
  "Haskerby",
  "\u738b",
  "J. R.",
  "a\n1b",
  "\u00c4",
  "1\n2",
])("the cell %j may hold a name, and is not shown", (text) => {
  expect(harmlessCell(text)).toBeNull();
});

test("a cell that is shown is cut short", () => {
  expect(harmlessCell("1".repeat(50))).toBe(`"${"1".repeat(40)}…"`);
});
