import { describe, expect, test } from "vitest";
import type { IsoDay } from "../calendar";
import { fullMonthCount, lineThrough, wholeMonthCount } from "./whole-months";

const P = { chart: "p" } as const;
const U = { chart: "u" } as const;

describe("the months that are known whole", () => {
  const count = (measure: typeof P | typeof U, lastDay: IsoDay | null) =>
    wholeMonthCount(measure, 18, "2026-03-31", lastDay);

  test("are all where nothing ends them", () => {
    expect([count(P, null), count(U, null)]).toEqual([18, 18]);
  });

  test("end with the last day, and for a percentage 30 days before it", () => {
    expect([count(U, "2026-03-31"), count(U, "2026-03-30")]).toEqual([18, 17]);
    // 28 February and 30 days.
    expect([count(P, "2026-03-30"), count(P, "2026-03-29")]).toEqual([17, 16]);
  });

  test("may be none", () => {
    expect([count(P, "2024-10-31"), count(U, "2024-10-30")]).toEqual([0, 0]);
  });
});

test("a line has no rates after them", () => {
  const line = { rates: [1, 2, 3], denominators: [4, 5, 6] };
  expect(lineThrough(line, 2)).toEqual({
    rates: [1, 2, null],
    denominators: [4, 5, null],
  });
});

test.each([
  ["To Date within its month", 18, "2026-03-04", null, null, 17],
  ["To Date at the end of its month", 18, "2026-03-31", null, null, 18],
  ["the end of a leap February", 18, "2028-02-29", null, null, 18],
  ["the day before it", 18, "2028-02-28", null, null, 17],
  ["an import on the last day", 18, "2026-03-31", "2026-03-31", null, 17],
  ["an import on the day after", 18, "2026-03-31", "2026-04-01", null, 18],
  ["a To Date ahead", 18, "2026-12-31", "2026-09-10", null, 14],
  ["another year", 18, "2027-01-15", "2026-12-01", null, 16],
  ["no time", 18, "2026-03-31", "soon", null, 18],
  ["a day that there is not", 18, "2026-03-31", "2026-02-30", null, 18],
  ["data older than the graph", 18, "2026-03-31", "2020-01-01", null, 0],
  [
    "a cut-off at the end of a month",
    18,
    "2026-03-31",
    "2026-04-01",
    "2026-02-28",
    17,
  ],
  [
    "a cut-off on the day before",
    18,
    "2026-03-31",
    "2026-04-01",
    "2026-02-27",
    16,
  ],
  [
    "a cut-off on the day of the import",
    18,
    "2026-03-31",
    "2026-04-01",
    "2026-04-01",
    18,
  ],
  ["To Date within the last of 36", 36, "2026-03-04", "2026-04-01", null, 35],
  ["To Date at the end of 36", 36, "2026-03-31", "2026-04-01", null, 36],
  ["data of the first of 36 alone", 36, "2026-03-31", "2023-05-01", null, 1],
  [
    "data of a part of the first of 36",
    36,
    "2026-03-31",
    "2023-04-30",
    null,
    0,
  ],
])(
  "%s: of %i months to %s, imported on %s and complete to %s, %i are full",
  (_, months, endDate, day, reach, full) => {
    const lastUpdated = day && `${day} 06:00:00`;
    expect(fullMonthCount(months, endDate, { lastUpdated, reach })).toBe(full);
  },
);
