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
test.each([
  [1, 3, "meets", "consistent_pass"],
  [5, 7, "misses", "consistent_fail"],
  [1, 5, "chance", "inconsistent"],
  [1, 3.99, "meets", "just below"],
  [4.01, 7, "misses", "just above"],
  [1, 4, "chance", "on a limit"],
  [4, 7, "chance", "on a limit"],
  [4, 4, "chance", "on both"],
  [1.1, 0.1 + 3.9, "chance", "on a limit but for rounding"],
  [4 + 1e-12, 7, "chance", "on a limit but for rounding"],
])("limits %d to %d: %s, there %s", (lower, upper, verdict) => {
  expect(verdictOn(4, { lower, upper })).toBe(verdict);
});

describe("limits", () => {
  const shown = { value: 2, lower: 0, upper: 5, outside: null };
  const none = { value: null, lower: null, upper: null, outside: null };
  const points = [{ ...shown, lower: 1 }, shown, none];

  test.each([
    [
      { latest: 1, variation: "usual" as const },
      { lower: 0, upper: 5 },
    ],
    [{ latest: 1, variation: "too_few" as const }, null],
    [{ latest: 2, variation: "usual" as const }, null],
    [{ latest: null, variation: "too_few" as const }, null],
  ])("are those of the newest month with a rate, %j", (reading, limits) => {
    expect(newestLimits({ points }, reading)).toEqual(limits);
    expect(verdictOn(4, limits)).toBe(limits ? "chance" : "too_few");
  });

  test.each([
    ["the newest point that is shown", [shown], 20, { lower: 0, upper: 5 }],
    ["nothing if it has none", [shown, { ...none, value: 2 }], 20, null],
    ["nothing if its number is small", [shown], 19, null],
  ])("of rolling charts are of %s", (_, points, cases, limits) => {
    const denominators = points.map(() => cases);
    expect(
      rollingLimits({ daysPerUnit: null }, { points }, { denominators }),
    ).toEqual(limits);
  });
});

test("in force is the target of the nearest place from its day on, whichever was set first", () => {
  const company: Target = {
    ...{ measure: "rth_30", value: 20, from: "2026-01-01" },
    ...{ level: "company", placeName: null },
  };
  const region: Target = { ...company, level: "region", value: 15 };
  const own: Target = { ...company, level: "facility", from: "2026-06-02" };
  const other: Target = { ...company, measure: "ed_30", value: 8 };
  const on = (day: string, ...targets: Target[]) =>
    Object.values(judgeTargets(targets, day, () => null)).map(
      ({ measure, level }) => `${measure} ${level}`,
    );
  expect(on("2026-06-02", own, region, company, other)).toEqual([
    "rth_30 facility",
    "ed_30 company",
  ]);
  expect(on("2026-06-01", own, region, company)).toEqual(["rth_30 region"]);
  expect(on("2026-06-01", company, own)).toEqual(["rth_30 company"]);
  expect(on("2025-12-31", company)).toEqual([]);
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
