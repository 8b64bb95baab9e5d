import { describe, expect, test } from "vitest";
import { epochDayOf } from "~/domain/calendar";
import {
  bandOf,
  isOnAxis,
  keysOf,
  NOT_KNOWN,
  SINCE_ADMISSION_BANDS,
  weekdayOf,
} from "./rules";

describe("the weekday of a day", () => {
  test.each([
    ["1970-01-01", 3],
    ["2026-11-22", 6],
    ["2026-11-23", 0],
    ["2024-02-29", 3],
  ])("of %s is %i, counted from Monday", (day, weekday) => {
    expect(weekdayOf(epochDayOf(day))).toBe(weekday);
  });
});

test("the bands of days since admission follow each other without a gap", () => {
  const starts = SINCE_ADMISSION_BANDS.map(({ from }) => from);
  const ends = SINCE_ADMISSION_BANDS.map(({ to }) => to);
  expect(starts).toEqual([0, 3, 8, 15, 31]);
  expect(ends.slice(0, -1).map((end) => Number(end) + 1)).toEqual(
    starts.slice(1),
  );
  expect(ends.at(-1)).toBeNull();
});

test.each([
  [0, "0-2"],
  [2, "0-2"],
  [3, "3-7"],
  [30, "15-30"],
  [31, "over-30"],
])("day %i since admission is in the band %s", (day, band) => {
  expect(bandOf(day)).toBe(band);
});

test("weekdays and groups of hours are shown without transfers too, what is not known only with some", () => {
  expect(isOnAxis("weekday_hour", "5-3")).toBe(true);
  expect(isOnAxis("weekday_hour", `5-${NOT_KNOWN}`)).toBe(false);
  expect(isOnAxis("shift", "night")).toBe(true);
  expect(isOnAxis("unit", "East")).toBe(false);
});

test("a day has six groups of hours, and a transfer may have none that is known", () => {
  expect(keysOf("hour")).toEqual(["0", "1", "2", "3", "4", "5", NOT_KNOWN]);
});
