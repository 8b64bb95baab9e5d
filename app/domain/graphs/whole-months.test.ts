import { describe, expect, test } from "vitest";
import type { IsoDay } from "../calendar";
import { lineThrough, wholeMonthCount } from "./whole-months";

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
