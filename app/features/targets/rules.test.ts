import { describe, expect, test } from "vitest";
import {
  judgeTargets,
  newestLimits,
  rollingLimits,
  targetProblems,
  targetValue,
  verdictOn,
  type Target,
} from "./rules";

/** Of tests/testthat/test-ptd_calculate_assurance_type.R in NHSRplotthedots 0.2.2, improvement direction 'decrease', target 4. */
describe("the verdict agrees with the assurance of NHSRplotthedots", () => {
  test.each([
    [1, 3, "meets", "consistent_pass"],
    [5, 7, "misses", "consistent_fail"],
    [1, 5, "chance", "inconsistent"],
  ])("limits %d to %d: %s, there %s", (lower, upper, verdict) => {
    expect(verdictOn(4, { lower, upper })).toBe(verdict);
  });

  test.each([
    [1, 4],
    [4, 7],
    [4, 4],
    [1.1, 0.1 + 3.9],
    [4 + 1e-12, 7],
  ])("chance decides on a limit, %d to %d", (lower, upper) => {
    expect(verdictOn(4, { lower, upper })).toBe("chance");
  });

  test("a target just outside of the limits has a verdict", () => {
    expect(verdictOn(4, { lower: 1, upper: 3.99 })).toBe("meets");
    expect(verdictOn(4, { lower: 4.01, upper: 7 })).toBe("misses");
  });
});

describe("limits", () => {
  const points = [
    { value: 2, lower: 1, upper: 3, outside: null },
    { value: 2, lower: 0, upper: 5, outside: null },
    { value: null, lower: null, upper: null, outside: null },
  ];

  test("are those of the newest month with a rate", () => {
    const limits = newestLimits({ points }, { latest: 1, variation: "usual" });
    expect(limits).toEqual({ lower: 0, upper: 5 });
  });

  test.each([
    [{ latest: 1, variation: "too_few" as const }],
    [{ latest: 2, variation: "usual" as const }],
    [{ latest: null, variation: "too_few" as const }],
  ])("are none with %j, and then it is too few to say", (reading) => {
    const limits = newestLimits({ points }, reading);
    expect([limits, verdictOn(4, limits)]).toEqual([null, "too_few"]);
  });
});

describe("rolling limits", () => {
  const chart = {
    points: [
      { value: 2, lower: 1, upper: 3, outside: null },
      { value: 2, lower: null, upper: null, outside: null },
    ],
  };
  const limitsOf = (points: typeof chart.points, cases: number) =>
    rollingLimits(
      { daysPerUnit: null },
      { points },
      {
        denominators: points.map(() => cases),
      },
    );

  test("are those of the newest point that is shown", () => {
    expect(limitsOf(chart.points.slice(0, 1), 20)).toEqual({
      lower: 1,
      upper: 3,
    });
  });

  test("are none where the newest point has none, or is a small number", () => {
    expect(limitsOf(chart.points, 20)).toBeNull();
    expect(limitsOf(chart.points.slice(0, 1), 19)).toBeNull();
  });
});

describe("in force", () => {
  const target = (more: Partial<Target>): Target => ({
    measure: "rth_30",
    value: 20,
    from: "2026-01-01",
    level: "company",
    placeName: null,
    ...more,
  });
  const valuesOn = (day: string, ...targets: Target[]) =>
    Object.values(judgeTargets(targets, day, () => null)).map(
      ({ measure, value }) => [measure, value],
    );

  test("is the target of the nearest place, whichever was set first", () => {
    const own = target({ level: "facility", value: 10 });
    const region = target({ level: "region", value: 15 });
    const other = target({ measure: "ed_30", value: 8 });
    expect(valuesOn("2026-06-01", own, region, target({}), other)).toEqual([
      ["rth_30", 10],
      ["ed_30", 8],
    ]);
    expect(valuesOn("2026-06-01", region, target({}))).toEqual([
      ["rth_30", 15],
    ]);
  });

  test("is a target from its day on, and the one above it before", () => {
    const own = target({ level: "facility", value: 10, from: "2026-06-02" });
    expect(valuesOn("2026-06-01", own, target({}))).toEqual([["rth_30", 20]]);
    expect(valuesOn("2026-06-02", own, target({}))).toEqual([["rth_30", 10]]);
    expect(valuesOn("2025-12-31", target({}))).toEqual([]);
  });
});

test("a value is a number with two decimals at most", () => {
  const typed = ["15", " 15.5 % ", "1.62", "0.05", "1000"];
  expect(typed.map(targetValue)).toEqual([15, 15.5, 1.62, 0.05, 1000]);
  for (const odd of ["", "-1", "1e3", "15.123", "15,5", "NaN", "٣", "12345"])
    expect([odd, targetValue(odd)]).toEqual([odd, null]);
});

test("what is wrong is said of each field together", () => {
  const fieldsOf = (change: object) =>
    targetProblems({ ...GOOD, ...change }, "2026-06-15")
      .map(({ field }) => field)
      .join(" ");
  expect(fieldsOf({})).toBe("");
  expect(fieldsOf({ value: "100" })).toBe("");
  expect(fieldsOf({ measure: "hosp_1000", value: "1000" })).toBe("");
  expect(fieldsOf({ measure: "rth" })).toBe("measure");
  for (const value of ["", "0", "0.00", "100.01", "x"])
    expect(fieldsOf({ value })).toBe("value");
  for (const from of ["2026-06-16", "soon"])
    expect(fieldsOf({ from })).toBe("from");
  for (const reason of ["", "x".repeat(121), "a\u0007b"])
    expect(fieldsOf({ reason })).toBe("reason");
  const nothing = { measure: "", value: "", from: "", reason: "" };
  expect(fieldsOf(nothing)).toBe("measure value from reason");
});

const GOOD = {
  ...{ measure: "rth_30", value: "15", from: "2026-06-15" },
  reason: "Board goal",
};
