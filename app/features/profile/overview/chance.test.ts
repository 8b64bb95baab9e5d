import { describe, expect, test } from "vitest";
import { measureOf } from "~/domain/testing/chart-story";
import { isBeyondChance, rateVerdict } from "./chance";
import type { RateTag } from "~/domain/graphs/rate-graphs";

type Counted = [events: number | null, denominator: number | null];

function judged(
  tag: RateTag,
  now: Counted,
  before: Counted,
  judge: typeof rateVerdict | typeof isBeyondChance = isBeyondChance,
) {
  const measure = measureOf(tag);
  const partsOf = ([events, denominator]: Counted) => ({
    events,
    denominator,
    rate: null,
  });
  return judge(measure, partsOf(now), partsOf(before));
}

describe("a share of cases", () => {
  test("moves by chance within two standard errors of the difference", () => {
    // Of 100 in each period, two standard errors around 20 % are 11.3 points.
    expect(judged("rth", [25, 100], [15, 100])).toBe(false);
    expect(judged("rth", [26, 100], [14, 100])).toBe(true);
    expect(judged("rth", [14, 100], [26, 100])).toBe(true);
  });

  test("that is none or all of the cases in both periods did not move", () => {
    expect(judged("ed", [0, 100], [0, 50])).toBe(false);
    expect(judged("ed", [100, 100], [50, 50])).toBe(false);
  });
});

test("a rate of few events moves more by chance than one of many", () => {
  expect(judged("h_1000", [6, 1000], [3, 1000])).toBe(false);
  expect(judged("h_1000", [60, 1000], [30, 1000])).toBe(true);
});

test("nothing is judged on small numbers, on nothing, or on what is not known", () => {
  expect(judged("rth", [19, 19], [0, 100])).toBeNull();
  expect(judged("rth", [20, 20], [0, 100])).toBe(true);
  expect(judged("rth", [0, 0], [1, 100])).toBeNull();
  expect(judged("rth", [null, 100], [1, 100])).toBeNull();
  expect(judged("adm_1000", [5, 19.9], [5, 100])).toBeNull();
});

test.each<[Counted, Counted, ReturnType<typeof rateVerdict>]>([
  [[26, 100], [14, 100], "worse"],
  [[14, 100], [26, 100], "better"],
  [[25, 100], [15, 100], "no real change"],
  [[20, 20], [0, 20], "worse"],
  [[19, 19], [0, 100], "too few"],
  [[20, 100], [0, 19], "too few"],
  [[20, 100], [0, 0], "too few"],
  [[null, 100], [1, 100], null],
  [[1, 100], [1, null], null],
])("of %j after %j the verdict is %s", (now, before, verdict) => {
  expect(judged("rth", now, before, rateVerdict)).toBe(verdict);
});
