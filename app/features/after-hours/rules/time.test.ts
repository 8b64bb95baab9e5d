import { describe, expect, test } from "vitest";
import {
  isWithinLookback,
  lookbackDays,
  noteTimeText,
  readNoteTime,
} from "./filters";

const NOW = new Date("2026-06-15T16:00:00Z");

function textOf(wire: string | null, now = NOW): string {
  return noteTimeText(readNoteTime(wire, now)).replaceAll("\u00a0", " ");
}

describe("the time of a note", () => {
  test.each([
    ["an instant", "2026-06-15T03:05:00.000Z"],
    ["an offset", "2026-06-14T23:05:00-04:00"],
    ["an offset without its colon", "2026-06-15 08:35:00+0530"],
    ["an offset of hours alone", "2026-06-15 03:05:00+00"],
    ["a clock's reading in New York", "2026-06-14 23:05:00"],
    ["one with fractions and T", "2026-06-14T23:05:00.123"],
    ["one without seconds", " 2026-06-14 23:05 "],
  ])("is read from %s", (_, wire) => {
    expect(textOf(wire)).toBe("06/14/2026 11:05 PM ET");
  });

  test.each([
    "",
    "yesterday",
    "2026-06-14",
    "2026-02-30 10:00:00",
    "2026-06-14 24:00:00",
    "2026-06-14T10:00:00+25:99x",
    "1781480700000",
    null,
  ])("is unknown where it cannot be read: %j", (wire) => {
    expect(readNoteTime(wire, NOW)).toBeNull();
    expect(textOf(wire)).toBe("Unknown");
  });

  test("does not break but between the day and the time", () => {
    const time = readNoteTime("2026-01-05T05:00:00Z", NOW);
    expect(noteTimeText(time)).toBe("01/05/2026 12:00\u00a0AM\u00a0ET");
  });

  test.each([
    ["2026-03-08T06:59:59Z", "03/08/2026 01:59 AM ET"],
    ["2026-03-08T07:00:00Z", "03/08/2026 03:00 AM ET"],
    ["2026-11-01T04:59:59Z", "11/01/2026 12:59 AM ET"],
    ["2026-11-01T05:00:00Z", "11/01/2026 01:00 AM EDT"],
    ["2026-11-01T05:59:59Z", "11/01/2026 01:59 AM EDT"],
    ["2026-11-01T06:00:00Z", "11/01/2026 01:00 AM EST"],
    ["2026-11-01T06:59:59Z", "11/01/2026 01:59 AM EST"],
    ["2026-11-01T07:00:00Z", "11/01/2026 02:00 AM ET"],
  ])("tells the repeated hour of autumn apart: %s is %s", (wire, text) => {
    expect(textOf(wire)).toBe(text);
  });

  test("claims no zone for a clock's reading that may be either", () => {
    const after = new Date("2026-11-01T12:00:00Z");
    const between = new Date("2026-11-01T06:10:00Z");
    const wire = "2026-11-01 01:30:00";
    expect(textOf(wire, after)).toBe("11/01/2026 01:30 AM ET");
    expect(readNoteTime(wire, after)?.at.toISOString()).toBe(
      "2026-11-01T06:30:00.000Z",
    );
    expect(readNoteTime(wire, between)?.at.toISOString()).toBe(
      "2026-11-01T05:30:00.000Z",
    );
  });

  test("that the spring change leaves out is an hour later", () => {
    expect(textOf("2026-03-08 02:30:00")).toBe("03/08/2026 03:30 AM ET");
  });
});

describe("the lookback", () => {
  const seen = (wire: string, hours: 24 | 48 | 72, now: Date) =>
    isWithinLookback(readNoteTime(wire, now), hours, now);

  test.each([24, 48, 72] as const)(
    "of %i hours ends with the instant so long ago",
    (hours) => {
      const edge = NOW.getTime() - hours * 3_600_000;
      expect(seen(new Date(edge).toISOString(), hours, NOW)).toBe(true);
      const before = { at: new Date(edge - 1), isCertain: true };
      expect(isWithinLookback(before, hours, NOW)).toBe(false);
    },
  );

  test("holds a note of a clock that is ahead, and one whose time cannot be read", () => {
    expect(seen("2026-06-15T16:00:01Z", 24, NOW)).toBe(true);
    expect(seen("soon", 24, NOW)).toBe(true);
  });

  test("is 24 elapsed hours across the spring change, which is an hour earlier by the clock", () => {
    // Sunday 12:00 EDT: Saturday 11:00 EST was 24 hours ago.
    const now = new Date("2026-03-08T16:00:00Z");
    expect(seen("2026-03-07 11:00:00", 24, now)).toBe(true);
    expect(seen("2026-03-07 10:59:59", 24, now)).toBe(false);
  });

  test("is 24 elapsed hours across the autumn change, which is an hour later by the clock", () => {
    // Sunday 12:00 EST: Saturday 13:00 EDT was 24 hours ago.
    const now = new Date("2026-11-01T17:00:00Z");
    expect(seen("2026-10-31 13:00:00", 24, now)).toBe(true);
    expect(seen("2026-10-31 12:59:59", 24, now)).toBe(false);
  });

  test("touches the days of New York from its first instant to now", () => {
    expect(lookbackDays(24, new Date("2026-06-15T03:59:00Z"))).toEqual({
      startDate: "2026-06-13",
      endDate: "2026-06-14",
    });
    expect(lookbackDays(72, new Date("2026-06-15T04:00:00Z"))).toEqual({
      startDate: "2026-06-12",
      endDate: "2026-06-15",
    });
  });
});
