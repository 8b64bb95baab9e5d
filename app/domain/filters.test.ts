import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { isIsoDay } from "./calendar";
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

function rangeOf(query: string, previous?: DateRange) {
  const { filters, notes } = parse(query, previous);
  return [filters.startDate, filters.endDate, ...notes];
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
  test("is as long, and ends the day before", () => {
    const march = { startDate: "2026-03-01", endDate: "2026-03-31" };
    expect(previousPeriod(march, TODAY)).toEqual({
      startDate: "2026-01-29",
      endDate: "2026-02-28",
    });
  });

  test("is as long as the days up to today where the range lies partly ahead", () => {
    const year = { startDate: "2026-01-01", endDate: "2026-12-31" };
    expect(previousPeriod(year, "2026-03-31")).toEqual({
      startDate: "2025-10-03",
      endDate: "2025-12-31",
    });
  });

  test("is a day long where the range begins today", () => {
    const ahead = { startDate: TODAY, endDate: "2026-12-31" };
    expect(previousPeriod(ahead, TODAY)).toEqual({
      startDate: "2026-06-30",
      endDate: "2026-06-30",
    });
  });
});

describe("both dates", () => {
  test("are taken as they are when they make a range", () => {
    expect(rangeOf("startDate=2024-01-01&endDate=2024-06-30")).toEqual([
      "2024-01-01",
      "2024-06-30",
    ]);
  });

  test("may be the same day", () => {
    expect(rangeOf("startDate=2026-07-01&endDate=2026-07-01")).toEqual([
      "2026-07-01",
      "2026-07-01",
    ]);
  });
});

describe("From Date", () => {
  test("becomes To Date when it is after it, and says so", () => {
    expect(rangeOf("startDate=2026-03-02&endDate=2026-03-01")).toEqual([
      "2026-03-01",
      "2026-03-01",
      "From Date was after To Date, so it was set to 03/01/2026.",
    ]);
  });

  test("becomes To Date when it is in the future", () => {
    expect(rangeOf("startDate=2026-07-02")).toEqual([
      "2026-07-01",
      "2026-07-01",
      "From Date was in the future, so it was set to 07/01/2026.",
    ]);
  });

  test("becomes today when both dates are in the future", () => {
    expect(rangeOf("startDate=2026-08-01&endDate=2026-08-31")).toEqual([
      "2026-07-01",
      "2026-08-31",
      "From Date was in the future, so it was set to 07/01/2026.",
    ]);
  });

  test("is moved up when the range is longer than ten years", () => {
    expect(rangeOf("startDate=1999-01-01")).toEqual([
      "2016-07-01",
      "2026-07-01",
      "The page shows at most 10 years at once, so From Date was set to 07/01/2016.",
    ]);
  });
});

describe("To Date", () => {
  test("stays as it was when it is before a From Date that did not change", () => {
    expect(rangeOf("endDate=2025-06-30")).toEqual([
      "2025-07-01",
      "2026-07-01",
      "To Date was before From Date, so it stays 07/01/2026.",
    ]);
  });

  test("stays at the last range in force where that is known", () => {
    const previous = { startDate: "2025-01-01", endDate: "2025-03-31" };
    expect(
      rangeOf("startDate=2025-01-01&endDate=2024-12-31", previous),
    ).toEqual([
      "2025-01-01",
      "2025-03-31",
      "To Date was before From Date, so it stays 03/31/2025.",
    ]);
  });

  test("may lie ahead", () => {
    expect(rangeOf("endDate=2026-12-31")).toEqual(["2025-07-01", "2026-12-31"]);
  });

  test("stays as it was when it is more than a year ahead", () => {
    expect(rangeOf("endDate=2999-12-31")).toEqual([
      "2025-07-01",
      "2026-07-01",
      "To Date was too far ahead, so it stays 07/01/2026.",
    ]);
  });
});

describe("a previous range that cannot have been in force", () => {
  test.each([
    { startDate: "x", endDate: "2026-01-01" },
    { startDate: "2026-01-02", endDate: "2026-01-01" },
    { startDate: "2025-01-01", endDate: "2999-12-31" },
    { startDate: "2027-01-01", endDate: "2027-01-02" },
  ])("is taken for the default range: %j", (previous) => {
    expect(rangeOf("endDate=x", previous)).toEqual([
      "2025-07-01",
      "2026-07-01",
      "To Date was not a date, so it stays 07/01/2026.",
    ]);
  });
});

describe("garbage", () => {
  const FROM_NOTE = "From Date was not a date, so it stays 07/01/2025.";
  test.each([
    ["startDate=yesterday", FROM_NOTE],
    ["startDate=", FROM_NOTE],
    ["startDate=2026-02-30", FROM_NOTE],
    ["startDate=01/02/2026", FROM_NOTE],
    ["startDate=2026-01-01%00", FROM_NOTE],
    ["startDate=2026-01-01&startDate=2026-01-02", FROM_NOTE],
    [`startDate=${"9".repeat(100_000)}`, FROM_NOTE],
    ["endDate=x", "To Date was not a date, so it stays 07/01/2026."],
    [
      "isnp=maybe",
      "The ISNP choice was not understood, so all patients are shown.",
    ],
    [
      "isnp=true&isnp=false",
      "The ISNP choice was not understood, so all patients are shown.",
    ],
    [
      "facility-id=1.5",
      "The facility was not understood, so all facilities are shown.",
    ],
    [
      "facility-id=1&facility-id=2",
      "The facility was not understood, so all facilities are shown.",
    ],
    [
      "facility-id=99999999999999999999",
      "The facility was not understood, so all facilities are shown.",
    ],
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
  test("are read from the query", () => {
    expect(parse("facility-id=12&isnp=true").filters).toMatchObject({
      facilityId: 12,
      isnp: true,
    });
  });

  test("an empty facility is all facilities, without a note", () => {
    expect(parse("facility-id=")).toEqual(parse(""));
  });

  test.each(["", "isnp=false", "isnp=x"])(
    "ISNP-only viewers have the filter on with %j",
    (query) => {
      const { filters, notes } = parseFilters(
        new URLSearchParams(query),
        TODAY,
        { isnpOnly: true },
      );
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
