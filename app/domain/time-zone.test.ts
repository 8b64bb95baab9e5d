import { describe, expect, it } from "vitest";
import { instantOfWallClock, isTimeZone, zoneOffsetMs } from "./time-zone";

const HOUR = 3_600_000;

function instantOf(zone: string, wall: string): string {
  return new Date(
    instantOfWallClock(zone, Date.parse(`${wall}Z`)),
  ).toISOString();
}

describe("a time zone", () => {
  it("is known by its name alone", () => {
    expect(
      ["America/Chicago", "Pacific/Honolulu", "UTC"].map(isTimeZone),
    ).toEqual([true, true, true]);
    expect(["", "Mars/Olympus", "America/"].map(isTimeZone)).toEqual([
      false,
      false,
      false,
    ]);
  });

  it("is ahead of UTC by what its clocks show, with halves of an hour", () => {
    const july = Date.parse("2026-07-01T12:00:00Z");
    expect(zoneOffsetMs("America/Chicago", july)).toBe(-5 * HOUR);
    expect(zoneOffsetMs("America/Phoenix", july)).toBe(-7 * HOUR);
    expect(zoneOffsetMs("Asia/Kolkata", july)).toBe(5.5 * HOUR);
  });

  it.each([
    ["America/Chicago", "2026-01-15T08:30:00", "2026-01-15T14:30:00.000Z"],
    ["America/Los_Angeles", "2026-07-01T00:00:00", "2026-07-01T07:00:00.000Z"],
    // Shown twice: the first.
    ["America/New_York", "2026-11-01T01:30:00", "2026-11-01T05:30:00.000Z"],
    ["America/New_York", "2026-11-01T00:59:59", "2026-11-01T04:59:59.000Z"],
    ["America/New_York", "2026-11-01T02:00:00", "2026-11-01T07:00:00.000Z"],
    // Left out: an hour later.
    ["America/New_York", "2026-03-08T02:30:00", "2026-03-08T07:30:00.000Z"],
    ["America/New_York", "2026-03-08T03:00:00", "2026-03-08T07:00:00.000Z"],
    ["America/New_York", "2026-03-08T01:59:59", "2026-03-08T06:59:59.000Z"],
  ])("%s shows %s at %s", (zone, wall, instant) => {
    expect(instantOf(zone, wall)).toBe(instant);
  });
});
