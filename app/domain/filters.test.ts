import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { epochDayOf, isIsoDay } from "./calendar";
import {
  defaultRange,
  isDefaultRange,
  parseFilters,
  previousPeriod,
  type DateRange,
} from "./filters";

const TODAY = "2026-07-01";
const anybody = { isnpOnly: false };

function parse(query: string, previous?: DateRange) {
  return parseFilters(new URLSearchParams(query), TODAY, anybody, previous);
}

describe("the default range", () => {
  test("is one year back to today", () => {
    expect(parse("")).toEqual({
      filters: { startDate: "2025-07-01", endDate: "2026-07-01", isnp: false },
      notes: [],
    });
  });

  test("starts on 28 February when today is the 29th", () => {
    expect(defaultRange("2024-02-29").startDate).toBe("2023-02-28");
  });

  test("is told from one that begins or ends on another day", () => {
    const range = { startDate: "2025-07-01", endDate: "2026-07-01" };
    expect(isDefaultRange(range, TODAY)).toBe(true);
    for (const other of [
      { startDate: "2025-07-02" },
      { endDate: "2026-06-30" },
    ]) {
      expect(isDefaultRange({ ...range, ...other }, TODAY)).toBe(false);
    }
  });
});

describe("the period before", () => {
  test.each([
    ["is as long", "2026-03-01", "2026-03-31", TODAY, "2026-01-29"],
    [
      "counts days up to today",
      "2026-01-01",
      "2026-12-31",
      "2026-03-31",
      "2025-10-03",
    ],
    ["of today is a day", TODAY, "2026-12-31", TODAY, "2026-06-30"],
  ])("%s", (_, startDate, endDate, today, first) => {
    const { startDate: from, endDate: to } = previousPeriod(
      { startDate, endDate },
      today,
    );
    expect(from).toBe(first);
    expect(epochDayOf(to)).toBe(epochDayOf(startDate) - 1);
  });
});

const FROM = "From Date was";
const TO = "To Date was";

describe("dates", () => {
  test.each([
    ["startDate=2024-01-01&endDate=2024-06-30", "2024-01-01", "2024-06-30", []],
    ["startDate=2026-07-01&endDate=2026-07-01", TODAY, TODAY, []],
    ["endDate=2026-12-31", "2025-07-01", "2026-12-31", []],
    [
      "startDate=2026-03-02&endDate=2026-03-01",
      ...["2026-03-01", "2026-03-01"],
      [`${FROM} after To Date, so it was set to 03/01/2026.`],
    ],
    [
      "startDate=2026-07-02",
      ...[TODAY, TODAY],
      [`${FROM} in the future, so it was set to 07/01/2026.`],
    ],
    [
      "startDate=2026-08-01&endDate=2026-08-31",
      ...[TODAY, "2026-08-31"],
      [`${FROM} in the future, so it was set to 07/01/2026.`],
    ],
    [
      "startDate=1999-01-01",
      ...["2016-07-01", TODAY],
      [
        "The page shows at most 10 years at once, so From Date was set to 07/01/2016.",
      ],
    ],
    [
      "endDate=2025-06-30",
      ...["2025-07-01", TODAY],
      [`${TO} before From Date, so it stays 07/01/2026.`],
    ],
    [
      "endDate=2999-12-31",
      ...["2025-07-01", TODAY],
      [`${TO} too far ahead, so it stays 07/01/2026.`],
    ],
  ] as [string, string, string, string[]][])(
    "of '%s' are %s and %s: %j",
    (query, startDate, endDate, notes) => {
      const filters = { startDate, endDate, isnp: false };
      expect(parse(query)).toEqual({ filters, notes });
    },
  );

  test("stay at the last range in force where that is known", () => {
    const previous = { startDate: "2025-01-01", endDate: "2025-03-31" };
    expect(parse("startDate=2025-01-01&endDate=2024-12-31", previous)).toEqual({
      filters: { ...previous, isnp: false },
      notes: [`${TO} before From Date, so it stays 03/31/2025.`],
    });
  });

  test.each([
    { startDate: "x", endDate: "2026-01-01" },
    { startDate: "2026-01-02", endDate: "2026-01-01" },
    { startDate: "2025-01-01", endDate: "2999-12-31" },
    { startDate: "2027-01-01", endDate: "2027-01-02" },
  ])(
    "that cannot have been in force are taken for the default: %j",
    (previous) => {
      expect(parse("endDate=x", previous)).toEqual(parse("endDate=x"));
    },
  );
});

describe("garbage", () => {
  const OF_FROM = `${FROM} not a date, so it stays 07/01/2025.`;
  const OF_ISNP =
    "The ISNP choice was not understood, so all patients are shown.";
  const OF_FACILITY =
    "The facility was not understood, so all facilities are shown.";
  test.each([
    ["startDate=yesterday", OF_FROM],
    ["startDate=", OF_FROM],
    ["startDate=2026-02-30", OF_FROM],
    ["startDate=01/02/2026", OF_FROM],
    ["startDate=2026-01-01%00", OF_FROM],
    ["startDate=2026-01-01&startDate=2026-01-02", OF_FROM],
    [`startDate=${"9".repeat(100_000)}`, OF_FROM],
    ["endDate=x", `${TO} not a date, so it stays 07/01/2026.`],
    ["isnp=maybe", OF_ISNP],
    ["isnp=true&isnp=false", OF_ISNP],
    ["facility-id=1.5", OF_FACILITY],
    ["facility-id=1&facility-id=2", OF_FACILITY],
    ["facility-id=99999999999999999999", OF_FACILITY],
  ])("in %.60s falls back and says so", (query, note) => {
    expect(parse(query)).toEqual({
      filters: { ...defaultRange(TODAY), isnp: false },
      notes: [note],
    });
  });

  test("is never repeated in a note", () => {
    const { notes } = parse(
      "startDate=Canary&endDate=Canary&facility-id=Canary",
    );
    expect(notes).toHaveLength(3);
    expect(notes.join()).not.toContain("Canary");
  });
});

describe("facility and ISNP", () => {
  test("are read from the query; an empty facility is all of them", () => {
    expect(parse("facility-id=12&isnp=true").filters).toMatchObject({
      facilityId: 12,
      isnp: true,
    });
    expect(parse("facility-id=")).toEqual(parse(""));
  });

  test.each(["", "isnp=false", "isnp=x"])(
    "ISNP-only viewers have the filter on with %j",
    (query) => {
      const search = new URLSearchParams(query);
      const { filters, notes } = parseFilters(search, TODAY, {
        isnpOnly: true,
      });
      expect(filters.isnp).toBe(true);
      expect(notes).toEqual([]);
    },
  );
});

test("whatever the query, the range is one of real days, in order and not starting in the future", () => {
  const day = fc
    .date({
      min: new Date("1890-01-01"),
      max: new Date("3010-01-01"),
      noInvalidDate: true,
    })
    .map((date) => date.toISOString().slice(0, 10));
  const value = fc.oneof(day, fc.string({ unit: "binary" }));
  const name = fc.constantFrom("startDate", "endDate", "isnp", "facility-id");
  fc.assert(
    fc.property(
      fc.array(fc.tuple(name, value), { maxLength: 6 }),
      value,
      value,
      (pairs, startBefore, endBefore) => {
        const { filters } = parseFilters(
          new URLSearchParams(pairs),
          TODAY,
          anybody,
          { startDate: startBefore, endDate: endBefore },
        );
        expect(isIsoDay(filters.startDate) && isIsoDay(filters.endDate)).toBe(
          true,
        );
        expect(filters.startDate <= filters.endDate).toBe(true);
        expect(filters.startDate <= TODAY).toBe(true);
      },
    ),
    { numRuns: 500 },
  );
});
