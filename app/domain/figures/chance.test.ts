import { describe, expect, test } from "vitest";
import { isBeyondChance } from "./chance";
import type { RateTag } from "../graphs/rate-graphs";
import { findRateMeasure } from "./rate-measures";

type Counted = [events: number | null, denominator: number | null];

function judged(tag: RateTag, now: Counted, before: Counted) {
  const measure = findRateMeasure(tag);
  if (!measure) throw new Error(`There is no rate ${tag}.`);
  const partsOf = ([events, denominator]: Counted) => ({
    events,
    denominator,
    rate: null,
  });
  return isBeyondChance(measure, partsOf(now), partsOf(before));
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
