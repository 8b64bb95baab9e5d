import { describe, expect, test } from "vitest";
import {
  accurateAsOf,
  freshnessMessage,
  freshnessOf,
  freshnessSeverity,
  newYorkTimeAndDate,
} from "./freshness";

const NO_BREAK = "\u00a0";

function spaced(text: string | null): string | undefined {
  return text?.replaceAll(NO_BREAK, " ");
}

describe("the severity of the freshness bar", () => {
  const updated = "2026-07-01 08:00:00"; // 12:00 UTC
  test.each([
    ["2026-07-01T15:00:00Z", null],
    ["2026-07-01T15:00:01Z", "warning"],
    ["2026-07-02T00:00:00Z", "warning"],
    ["2026-07-02T00:00:01Z", "error"],
    ["2026-07-01T11:00:00Z", null],
  ])("at %s is %s", (now, severity) => {
    expect(freshnessSeverity(updated, new Date(now))).toBe(severity);
  });

  test("is what was asked for while the data are fresh", () => {
    const now = new Date("2026-07-01T12:30:00Z");
    expect(freshnessSeverity(updated, now, "info")).toBe("info");
  });

  test("is what was asked for when the text is no time", () => {
    const now = new Date("2026-07-01T12:30:00Z");
    expect(freshnessSeverity("soon", now, "info")).toBe("info");
    expect(freshnessSeverity("2026-02-30 01:00:00", now)).toBeNull();
  });
});

describe("in the night when the clock goes forward", () => {
  test("the hour that is left out does not count", () => {
    // 00:30 EST is 05:30 UTC; three hours later it is 04:30 EDT.
    const updated = "2026-03-08 00:30:00";
    expect(
      freshnessSeverity(updated, new Date("2026-03-08T08:30:00Z")),
    ).toBeNull();
    expect(freshnessSeverity(updated, new Date("2026-03-08T08:30:01Z"))).toBe(
      "warning",
    );
  });

  test("a time within that hour counts as an hour later", () => {
    const updated = "2026-03-08 02:30:00"; // taken for 03:30 EDT, 07:30 UTC
    expect(
      freshnessSeverity(updated, new Date("2026-03-08T10:30:00Z")),
    ).toBeNull();
    expect(freshnessSeverity(updated, new Date("2026-03-08T10:30:01Z"))).toBe(
      "warning",
    );
  });
});

describe("in the night when the clock goes back", () => {
  test("the repeated hour counts twice", () => {
    // 00:30 EDT is 04:30 UTC; three hours later it is 02:30 EST.
    const updated = "2026-11-01 00:30:00";
    expect(
      freshnessSeverity(updated, new Date("2026-11-01T07:30:00Z")),
    ).toBeNull();
    expect(freshnessSeverity(updated, new Date("2026-11-01T07:30:01Z"))).toBe(
      "warning",
    );
  });

  test("a time that was twice is the later one, once that has been", () => {
    const updated = "2026-11-01 01:30:00"; // 05:30 or 06:30 UTC
    expect(
      freshnessSeverity(updated, new Date("2026-11-01T09:30:00Z")),
    ).toBeNull();
    expect(freshnessSeverity(updated, new Date("2026-11-01T09:30:01Z"))).toBe(
      "warning",
    );
  });

  test("a time that was twice is the earlier one before the second has been", () => {
    const updated = "2026-11-01 01:59:00"; // 05:59 or 06:59 UTC
    expect(
      freshnessSeverity(updated, new Date("2026-11-01T06:00:00Z")),
    ).toBeNull();
  });

  test("the footer writes what the clock showed", () => {
    expect(spaced(accurateAsOf("2026-11-01 01:30:00"))).toBe(
      "Data is accurate as of 01:30 AM ET 11/01/2026",
    );
    expect(spaced(accurateAsOf("2026-03-08 03:00:00"))).toBe(
      "Data is accurate as of 03:00 AM ET 03/08/2026",
    );
  });
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
  ])("are left out where it is none that there is: %s", (text) => {
    expect(newYorkTimeAndDate(text)).toBeNull();
  });

  test("are left out where there is no time", () => {
    expect([null, undefined, "", "yesterday"].map(accurateAsOf)).toEqual([
      null,
      null,
      null,
      null,
    ]);
  });

  test("stand in the words of the bar, with the provider's name", () => {
    expect(freshnessMessage("2026-07-01 14:05:00", "PCC")).toBe(
      "PCC data was last imported successfully on 07/01/2026 02:05 PM ET, and the team is working to restore the data feed.",
    );
    expect(freshnessMessage("never", "PCC")).toBeNull();
  });
});

test("the footer's text breaks before the time and nowhere in it", () => {
  expect(accurateAsOf("2026-07-01 14:05:00")).toBe(
    `Data is accurate as of ${["02:05", "PM", "ET", "07/01/2026"].join(NO_BREAK)}`,
  );
});

test("fractions of a second, as some hosts send them, are no part of what dismissing remembers", () => {
  const freshness = freshnessOf("2026-07-01 08:00:00.123456", {
    now: new Date("2026-07-01T18:00:00Z"),
    dataProvider: "PCC",
    dismissed: [],
    link: null,
  });
  expect(freshness?.bar?.key).toBe("freshness:warning:2026-07-01 08:00:00");
});

describe("what a page says of the age of its data", () => {
  const updated = "2026-07-01 08:00:00"; // 12:00 UTC
  const LINK = { href: "/census", text: "The census" };
  const at = (now: string, dismissed: string[] = []) =>
    freshnessOf(updated, {
      now: new Date(now),
      dataProvider: "PCC",
      dismissed,
      link: LINK,
    });
  const WARNING = "freshness:warning:2026-07-01 08:00:00";
  const ERROR = "freshness:error:2026-07-01 08:00:00";

  test("is the footer's text and link alone while they are fresh", () => {
    expect(at("2026-07-01T15:00:00Z")).toEqual({
      accurate: accurateAsOf(updated),
      bar: null,
      link: LINK,
    });
  });

  test("is the bar as well when they are older", () => {
    expect(at("2026-07-01T15:00:01Z")).toEqual({
      accurate: accurateAsOf(updated),
      bar: {
        severity: "warning",
        text: freshnessMessage(updated, "PCC"),
        key: WARNING,
      },
      link: LINK,
    });
  });

  test("is without a bar that was dismissed, until its severity rises", () => {
    expect(at("2026-07-02T00:00:00Z", [WARNING])?.bar).toBeNull();
    expect(at("2026-07-02T00:00:01Z", [WARNING])?.bar?.key).toBe(ERROR);
    expect(at("2026-07-02T00:00:01Z", [WARNING, ERROR])?.bar).toBeNull();
  });

  test("is a bar again for other data that are old", () => {
    const other = ["freshness:error:2026-06-30 08:00:00"];
    expect(at("2026-07-02T00:00:01Z", other)?.bar?.key).toBe(ERROR);
  });

  test.each([null, "soon", ""])("is nothing for the time %j", (text) => {
    const now = new Date("2026-07-01T15:00:00Z");
    expect(
      freshnessOf(text, {
        now,
        dataProvider: "PCC",
        dismissed: [],
        link: null,
      }),
    ).toBeNull();
  });
});
