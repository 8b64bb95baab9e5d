import { expect, test } from "vitest";
import { instantOf } from "./instant";

test.each([
  ["2026-01-31T18:05:00-05:00", "2026-01-31T23:05:00.000Z"],
  ["2026-01-31T23:05Z", "2026-01-31T23:05:00.000Z"],
  ["2026-01-31 23:05:07.125+00", "2026-01-31T23:05:07.000Z"],
  ["2026-01-31T18:05:00-0500", "2026-01-31T23:05:00.000Z"],
  ["2026-01-31T18:05:00", "2026-01-31T23:05:00.000Z"],
  ["2026-07-31T18:05:00", "2026-07-31T22:05:00.000Z"],
])("%s is the instant %s", (text, expected) => {
  expect(instantOf(text)?.toISOString()).toBe(expected);
});

test("of an hour that New York clocks show twice the first is taken", () => {
  expect(instantOf("2026-11-01T01:30:00")?.toISOString()).toBe(
    "2026-11-01T05:30:00.000Z",
  );
});

test.each([
  "",
  "2026-01-31",
  "2026-02-30T10:00:00Z",
  "2026-01-31T24:00:00Z",
  "2026-01-31T10:60:00Z",
  "2026-03-08T02:30:00",
  "31.01.2026 10:00",
  "2026-01-31T10:00:00+99:00",
])("%j is no instant", (text) => {
  expect(instantOf(text)).toBeNull();
});
