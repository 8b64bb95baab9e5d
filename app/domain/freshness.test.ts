import { describe, expect, test } from "vitest";
import { freshnessOf, newYorkTimeAndDate } from "./freshness";

const LINK = { href: "/census", text: "The census" };

function freshness(
  lastUpdated: string | null,
  now = "2026-07-01T12:30:00Z",
  dismissed: string[] = [],
) {
  const more = { dataProvider: "PCC", dismissed, link: LINK };
  return freshnessOf(lastUpdated, { now: new Date(now), ...more });
}

describe("the bar", () => {
  test.each([
    ["2026-07-01T11:00:00Z", null],
    ["2026-07-01T15:00:00Z", null],
    ["2026-07-01T15:00:01Z", "warning"],
    ["2026-07-02T00:00:00Z", "warning"],
    ["2026-07-02T00:00:01Z", "error"],
  ])("of data of 12:00 UTC is %s: %s", (now, severity) => {
    const bar = freshness("2026-07-01 08:00:00", now)?.bar ?? null;
    expect(bar && bar.severity).toBe(severity);
  });

  test.each([
    ["an hour that is left out does not count", "2026-03-08 00:30:00", "08:30"],
    [
      "a time within it counts as an hour later",
      "2026-03-08 02:30:00",
      "10:30",
    ],
    ["a repeated hour counts twice", "2026-11-01 00:30:00", "07:30"],
    ["a time that was twice is the later one", "2026-11-01 01:30:00", "09:30"],
  ])("when the clock changes: %s", (_, updated, threeHoursLater) => {
    const now = `${updated.slice(0, 10)}T${threeHoursLater}`;
    expect(freshness(updated, `${now}:00Z`)?.bar).toBeNull();
    expect(freshness(updated, `${now}:01Z`)?.bar?.severity).toBe("warning");
  });

  test("takes a time that was twice for the earlier one before the second has been", () => {
    // 05:59 or 06:59 UTC
    const now = "2026-11-01T06:00:00Z";
    expect(freshness("2026-11-01 01:59:00", now)?.bar).toBeNull();
  });

  test("has the provider's name, and a key without fractions of a second, as some hosts send them", () => {
    const now = "2026-07-01T18:00:00Z";
    expect(freshness("2026-07-01 08:00:00.123456", now)?.bar).toEqual({
      severity: "warning",
      text: "PCC data was last imported successfully on 07/01/2026 08:00 AM ET, and the team is working to restore the data feed.",
      key: "freshness:warning:2026-07-01 08:00:00",
    });
  });

  test("that was dismissed is back when its severity rises, and for other data", () => {
    const warning = "freshness:warning:2026-07-01 08:00:00";
    const error = "freshness:error:2026-07-01 08:00:00";
    const other = "freshness:error:2026-06-30 08:00:00";
    const bar = (second: number, ...dismissed: string[]) =>
      freshness(
        "2026-07-01 08:00:00",
        `2026-07-02T00:00:0${second}Z`,
        dismissed,
      )?.bar;
    expect(bar(0, warning)).toBeNull();
    expect(bar(1, warning)?.key).toBe(error);
    expect(bar(1, warning, error)).toBeNull();
    expect(bar(1, other)?.key).toBe(error);
  });
});

test("the footer writes what the clock showed, and breaks nowhere in the time", () => {
  const { accurate, link } = freshness("2026-11-01 01:30:00") ?? {};
  expect(accurate).toBe(
    `Data is accurate as of ${["01:30", "AM", "ET", "11/01/2026"].join("\u00a0")}`,
  );
  expect(link).toEqual(LINK);
});

test.each([null, "soon", ""])("nothing is said for the time %j", (text) => {
  expect(freshness(text)).toBeNull();
});

test("a day that there is not has no bar", () => {
  expect(freshness("2026-02-30 01:00:00")?.bar).toBeNull();
});

describe("time and date", () => {
  test.each([
    ["2026-07-01 00:05:00", "12:05 AM"],
    ["2026-07-01 09:59:59", "09:59 AM"],
    ["2026-07-01 12:00:00", "12:00 PM"],
    ["2026-07-01 23:45:00", "11:45 PM"],
  ])("%s reads %s", (text, time) => {
    expect(newYorkTimeAndDate(text)).toEqual({ time, date: "07/01/2026" });
  });

  test.each([
    "2026-07-01 24:00:00",
    "2026-07-01 25:99:00",
    "2026-13-01 10:00:00",
    "2026-07-32 10:00:00",
    "yesterday",
  ])("are left out where it is none that there is: %s", (text) => {
    expect(newYorkTimeAndDate(text)).toBeNull();
  });
});
