import { expect, test } from "vitest";
import { harmlessCell, timeOfDay } from "./cells";

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

test.each([
  ["00:00", 0],
  ["8:05", 485],
  ["23:59", 1_439],
])("the time of day %s is that minute of the day", (text, minute) => {
  expect(timeOfDay.parse(text)).toBe(minute);
});

test.each(["24:00", "12:60", "9", "9:5", "8:05 pm", "-1:00", "08:05:00"])(
  "%j is no time of day",
  (text) => {
    expect(timeOfDay.safeParse(text).error?.issues[0]?.message).toBe(
      "is not a time of day (expected HH:mm)",
    );
  },
);
