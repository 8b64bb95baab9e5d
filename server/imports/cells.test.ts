import { expect, test } from "vitest";
import { harmlessCell, timeOfDay, instantOf } from "./cells";

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
  expect(timeOfDay(text)).toBe(minute);
});

test.each(["24:00", "12:60", "9", "9:5", "8:05 pm", "-1:00", "08:05:00"])(
  "%j is no time of day",
  (text) => {
    expect(timeOfDay(text)).toMatchObject({
      message: "is not a time of day (expected HH:mm)",
    });
  },
);

test.each([
  ["2026-01-31T18:05:00-05:00", "2026-01-31T23:05:00.000Z"],
  ["2026-01-31T23:05Z", "2026-01-31T23:05:00.000Z"],
  ["2026-01-31 23:05:07.125+00", "2026-01-31T23:05:07.000Z"],
  ["2026-01-31T18:05:00-0500", "2026-01-31T23:05:00.000Z"],
  ["2026-01-31T18:05:00", "2026-01-31T23:05:00.000Z"],
  ["2026-07-31T18:05:00", "2026-07-31T22:05:00.000Z"],
])("%s is the instant %s", (text, expected) => {
  expect(instantOf(text, "America/New_York")?.toISOString()).toBe(expected);
});

test.each([
  ["2026-05-01T22:15", "America/Los_Angeles", "2026-05-02T05:15:00.000Z"],
  ["2026-05-01 22:15", "Pacific/Guam", "2026-05-01T12:15:00.000Z"],
  ["2026-05-01T22:15:00", "America/St_Johns", "2026-05-02T00:45:00.000Z"],
  ["2026-05-01T22:15:00", "America/Phoenix", "2026-05-02T05:15:00.000Z"],
  ["2026-05-01T22:15:00Z", "Pacific/Guam", "2026-05-01T22:15:00.000Z"],
])("%s by the clocks of %s is %s", (text, zone, expected) => {
  expect(instantOf(text, zone)?.toISOString()).toBe(expected);
});

test.each([
  ["2026-03-08T02:30:00", "America/New_York", "2026-03-08T07:30:00.000Z"],
  ["2026-03-08T02:00", "America/Chicago", "2026-03-08T08:00:00.000Z"],
  ["2027-03-14 02:59:59", "America/Los_Angeles", "2027-03-14T10:59:59.000Z"],
])("%s, which the clocks of %s skip, is an hour later: %s", (...row) => {
  const [text, zone, expected] = row;
  expect(instantOf(text, zone)?.toISOString()).toBe(expected);
});

test("of an hour that clocks show twice the first is taken", () => {
  const text = "2026-11-01T01:30:00";
  expect(instantOf(text, "America/New_York")?.toISOString()).toBe(
    "2026-11-01T05:30:00.000Z",
  );
});

test.each([
  "",
  "2026-01-31",
  "2026-02-30T10:00:00Z",
  "2026-01-31T24:00:00Z",
  "2026-01-31T10:60:00Z",
  "31.01.2026 10:00",
  "2026-01-31T10:00:00+99:00",
])("%j is no instant", (text) => {
  expect(instantOf(text, "America/New_York")).toBeNull();
});
