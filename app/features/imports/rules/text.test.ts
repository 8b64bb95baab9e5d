import { expect, it } from "vitest";
import { findingLinesText, sizeText, tookText } from "./words";

it.each([
  [0, "0 seconds"],
  [1_499, "1 second"],
  [59_499, "59 seconds"],
  [60_000, "1 minute 0 seconds"],
  [125_000, "2 minutes 5 seconds"],
  [3_599_000, "59 minutes 59 seconds"],
  [3_600_000, "1 hour 0 minutes"],
  [7_380_000, "2 hours 3 minutes"],
  [-5_000, "0 seconds"],
])("an import of %i ms took %s", (ms, text) => {
  const from = new Date("2026-03-04T05:00:00Z");
  const to = new Date(from.getTime() + ms);
  expect(tookText(from.toISOString(), to.toISOString())).toBe(text);
});

it.each([
  [0, "0 bytes"],
  [1, "1 byte"],
  [999, "999 bytes"],
  [1_000, "1.0 KB"],
  [999_900, "999.9 KB"],
  [1_000_000, "1.0 MB"],
  [34_040_000, "34.0 MB"],
])("%i bytes are %s", (bytes, text) => {
  expect(sizeText(bytes)).toBe(text);
});

it.each([
  [[4], 1, "Line 4"],
  [[2, 9], 2, "Lines 2 and 9"],
  [[2, 9, 10], 3, "Lines 2, 9 and 10"],
  [[2, 3, 4, 5, 6], 1_312, "Lines 2, 3, 4, 5, 6 and 1,307 more"],
  [[7], 2, "Line 7 and 1 more"],
  [[], 1_300, "1,300 rows"],
  [[], 1, ""],
])("lines %j of %i findings read: %s", (lines, count, text) => {
  expect(findingLinesText(lines, count)).toBe(text);
});
