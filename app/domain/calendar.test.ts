import fc from "fast-check";
import { describe, expect, test } from "vitest";
import {
  addYears,
  epochDayOf,
  isIsoDay,
  mondayBefore,
  isoDayOf,
  newYorkDay,
  newYorkDayEnd,
  newYorkDayStart,
  newYorkSqlDatetime,
  parseNewYorkSqlDatetime,
  repeatedHourOf,
  usDayOf,
  utcSqlDatetime,
} from "./calendar";

const instants = fc.date({
  min: new Date("1990-01-01T00:00:00Z"),
  max: new Date("2100-01-01T00:00:00Z"),
  noInvalidDate: true,
});

describe("days", () => {
  test.each([
    ["2024-02-29", true],
    ["2026-02-29", false],
    ["2026-02-30", false],
    ["2026-04-31", false],
    ["2026-12-31", true],
    ["2026-13-01", false],
    ["2026-00-10", false],
    ["2026-01-00", false],
    ["2026-01-32", false],
    ["1899-12-31", false],
    ["3000-01-01", false],
    ["2026-1-1", false],
    ["2026-01-01 ", false],
    ["2026-01-01\n", false],
    ["", false],
  ])("%j is a day of the calendar: %s", (text, expected) => {
    expect(isIsoDay(text)).toBe(expected);
  });

  test("are counted from 1970 and back", () => {
    expect(epochDayOf("1970-01-02")).toBe(1);
    fc.assert(
      fc.property(fc.integer({ min: -25_000, max: 300_000 }), (day) => {
        expect(epochDayOf(isoDayOf(day))).toBe(day);
      }),
    );
  });

  test("are written MM/dd/yyyy on screen", () => {
    expect(usDayOf("2026-07-01")).toBe("07/01/2026");
  });

  test("of another year keep month and day, but for 29 February", () => {
    expect(addYears("2026-07-01", -1)).toBe("2025-07-01");
    expect(addYears("2024-02-29", -1)).toBe("2023-02-28");
    expect(addYears("2024-02-29", 4)).toBe("2028-02-29");
  });
});

test("the Monday before a day is that of the week before on a Monday", () => {
  const before = (day: string) => isoDayOf(mondayBefore(epochDayOf(day)));
  expect(before("2026-11-29")).toBe("2026-11-23");
  expect(before("2026-11-24")).toBe("2026-11-23");
  expect(before("2026-11-23")).toBe("2026-11-16");
  expect(before("1969-12-30")).toBe("1969-12-29");
});

describe("New York", () => {
  test.each([
    ["2026-03-07", "2026-03-07T05:00:00.000Z", "2026-03-08T05:00:00.000Z"],
    // The spring change takes an hour of this day, the autumn one gives one.
    ["2026-03-08", "2026-03-08T05:00:00.000Z", "2026-03-09T04:00:00.000Z"],
    ["2026-03-09", "2026-03-09T04:00:00.000Z", "2026-03-10T04:00:00.000Z"],
    ["2026-10-31", "2026-10-31T04:00:00.000Z", "2026-11-01T04:00:00.000Z"],
    ["2026-11-01", "2026-11-01T04:00:00.000Z", "2026-11-02T05:00:00.000Z"],
    ["2026-11-02", "2026-11-02T05:00:00.000Z", "2026-11-03T05:00:00.000Z"],
    ["2999-12-31", "2999-12-31T05:00:00.000Z", "3000-01-01T05:00:00.000Z"],
  ])("has %s from %s until %s", (day, start, end) => {
    expect(newYorkDayStart(day).toISOString()).toBe(start);
    expect(newYorkDayEnd(day).toISOString()).toBe(end);
  });

  test("has days that follow each other without a gap", () => {
    fc.assert(
      fc.property(instants, (instant) => {
        const day = newYorkDay(instant);
        const start = newYorkDayStart(day);
        const end = newYorkDayEnd(day);
        expect(start <= instant && instant < end).toBe(true);
        expect(newYorkDay(new Date(start.getTime() - 1)) < day).toBe(true);
        expect(newYorkDay(end) > day).toBe(true);
      }),
    );
  });

  test("changes its day at its own midnight", () => {
    expect(newYorkDay(new Date("2026-07-01T03:59:59Z"))).toBe("2026-06-30");
    expect(newYorkDay(new Date("2026-07-01T04:00:00Z"))).toBe("2026-07-01");
    expect(newYorkDay(new Date("2026-01-01T04:59:59Z"))).toBe("2025-12-31");
  });

  const hoursOfChange = fc
    .tuple(
      fc.integer({ min: 1884, max: 2999 }),
      fc.constantFrom("03-08", "04-01", "08-14", "10-28", "11-01"),
      fc.integer({ min: 0, max: 7 * 24 * 60 }),
    )
    .map(
      ([year, day, minutes]) =>
        new Date(Date.parse(`${year}-${day}T00:00:00Z`) + minutes * 60_000),
    );
  const byIntl = new Intl.DateTimeFormat("sv-SE", {
    timeZone: "America/New_York",
    dateStyle: "short",
    timeStyle: "medium",
  });

  test("shows what the zone's own rules say, in the hours of change too", () => {
    fc.assert(
      fc.property(fc.oneof(instants, hoursOfChange), (instant) => {
        const shown = newYorkSqlDatetime(instant);
        expect(shown).toBe(byIntl.format(instant));
        expect(newYorkDay(instant)).toBe(shown.slice(0, 10));
      }),
      { numRuns: 2_000 },
    );
  });

  test("shows an hour twice in autumn, as EDT and then as EST", () => {
    const zone = new Intl.DateTimeFormat("en-US", {
      timeZone: "America/New_York",
      timeZoneName: "short",
    });
    const hour = 3_600_000;
    fc.assert(
      fc.property(fc.oneof(instants, hoursOfChange), (instant) => {
        const shownAt = (ms: number) =>
          newYorkSqlDatetime(new Date(instant.getTime() + ms));
        const isTwice = [-hour, hour].some((ms) => shownAt(ms) === shownAt(0));
        const repeated = repeatedHourOf(instant);
        expect(repeated !== null).toBe(isTwice);
        if (repeated && instant.getFullYear() > 1970) {
          expect(zone.format(instant)).toContain(repeated);
        }
      }),
      { numRuns: 2_000 },
    );
  });

  test("has no time at no instant", () => {
    expect(() => newYorkDay(new Date(NaN))).toThrow(RangeError);
  });

  test("writes midnight as 00", () => {
    expect(newYorkSqlDatetime(new Date("2026-07-01T04:00:00Z"))).toBe(
      "2026-07-01 00:00:00",
    );
  });

  test("times are read back as they were written, also when the clock changes", () => {
    const now = new Date("2200-01-01T00:00:00Z");
    const nearChange = fc
      .integer({ min: -7200, max: 14_400 })
      .chain((seconds) =>
        fc.constantFrom(
          new Date(Date.parse("2026-03-08T06:00:00Z") + seconds * 1000),
          new Date(Date.parse("2026-11-01T05:00:00Z") + seconds * 1000),
        ),
      );
    fc.assert(
      fc.property(fc.oneof(instants, nearChange), (instant) => {
        const written = newYorkSqlDatetime(instant);
        const read = parseNewYorkSqlDatetime(written, now);
        expect(read && newYorkSqlDatetime(read)).toBe(written);
      }),
    );
  });

  test.each(["", "2026-02-30 10:00:00", "2026-07-01", "2026-07-01 25:00:00"])(
    "%j is no time",
    (text) => {
      expect(parseNewYorkSqlDatetime(text, new Date(0))).toBeNull();
    },
  );
});

test("UTC times say the instant to the second", () => {
  fc.assert(
    fc.property(instants, (instant) => {
      const read = Date.parse(`${utcSqlDatetime(instant).replace(" ", "T")}Z`);
      expect(read).toBe(Math.floor(instant.getTime() / 1000) * 1000);
    }),
  );
});
