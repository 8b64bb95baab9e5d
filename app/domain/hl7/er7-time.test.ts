import { describe, expect, it } from "vitest";
import { isoDayOf } from "../calendar";
import { parseEr7Time } from "./er7-time";

function read(text: string, zone = "America/Chicago") {
  const time = parseEr7Time(text, zone);
  return time && [time.at.toISOString(), isoDayOf(time.day), time.hasTime];
}

describe("a time stamp", () => {
  it.each([
    ["20260614", "2026-06-14T05:00:00.000Z", "2026-06-14", false],
    ["2026061423", "2026-06-15T04:00:00.000Z", "2026-06-14", true],
    ["202606142330", "2026-06-15T04:30:00.000Z", "2026-06-14", true],
    ["20260614233059", "2026-06-15T04:30:59.000Z", "2026-06-14", true],
    ["20260614233059.1234", "2026-06-15T04:30:59.123Z", "2026-06-14", true],
    // Of another zone than the facility's: its own day counts.
    ["20260614233000-0700", "2026-06-15T06:30:00.000Z", "2026-06-15", true],
    ["20260614023000+0530", "2026-06-13T21:00:00.000Z", "2026-06-13", true],
    ["202606140100-0500", "2026-06-14T06:00:00.000Z", "2026-06-14", true],
    ["20240229", "2024-02-29T06:00:00.000Z", "2024-02-29", false],
  ])("%s is %s, on %s there", (text, at, day, hasTime) => {
    expect(read(text)).toEqual([at, day, hasTime]);
  });

  it.each([
    "",
    "2026",
    "202606",
    "20260631",
    "20250229",
    "2026061424",
    "202606142360",
    "20260614-05",
    "06/14/2026",
    "2026-06-14",
    "20260614120000Z",
    "18990101",
    "20260614120000+1500",
  ])("is not %j", (text) => {
    expect(read(text)).toBeNull();
  });
});
