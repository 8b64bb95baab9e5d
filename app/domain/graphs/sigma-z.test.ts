import { describe, expect, test } from "vitest";
import { WITHIN_FOUR_HOURS } from "../testing/limits-vectors.data";
import { pChart, rateSigma, shareSigma, uChart } from "./control-chart";
import {
  criticalSigmaZ,
  sigmaOfNeighbours,
  sigmaZ,
  testedSigmaZ,
} from "./sigma-z";

const { events, denominators, pPrime, uPrime } = WITHIN_FOUR_HOURS;

/** Events over 100 units each, around their mean. */
function counts(counted: number[]) {
  const over = counted.map(() => 100);
  const centre = counted.reduce((sum, one) => sum + one, 0) / over.length / 100;
  return { events: counted, denominators: over, centre, sigma: rateSigma };
}

/** So many counts, one step above the mean of 100 and one below in turn. */
function alternating(months: number, step: number) {
  return counts(
    Array.from(
      { length: months },
      (_, index) => 100 + (index % 2 ? step : -step),
    ),
  );
}

describe("the published chart of very large samples", () => {
  const centre =
    events.reduce((sum, one) => sum + one, 0) /
    denominators.reduce((sum, one) => sum + one, 0);
  const points = { events, denominators, centre };

  test("has the limits of a p′ chart to four decimals", () => {
    const spread = testedSigmaZ({ ...points, sigma: shareSigma });
    // By hand: mean moving range of the z values over 1.128.
    expect(spread).toBeCloseTo(10.640422, 6);
    pChart(events, denominators, spread).points.forEach(
      ({ lower, upper }, index) => {
        expect((lower ?? NaN) * 100).toBeCloseTo(pPrime.lower[index] ?? 0, 4);
        expect((upper ?? NaN) * 100).toBeCloseTo(pPrime.upper[index] ?? 0, 4);
      },
    );
  });

  test("has the limits of a u′ chart to the digit shown", () => {
    const spread = testedSigmaZ({ ...points, sigma: rateSigma });
    uChart(events, denominators, spread).points.forEach(
      ({ lower, upper }, index) => {
        expect(lower).toBeCloseTo(uPrime.lower[index] ?? 0, 4);
        expect(upper).toBeCloseTo(uPrime.upper[index] ?? 0, 4);
      },
    );
  });
});

describe("sigma z", () => {
  test("is the mean step between neighbours over 1.128", () => {
    expect(sigmaZ(alternating(18, 11.28))).toBeCloseTo(2.256 / 1.128, 10);
    expect(sigmaZ(counts([5]))).toBeNull();
  });

  test("does not grow with one month that stands out", () => {
    const quiet = [0, 1, 0, 1, 0, 1, 0, 1, 0, 1, 0, 1, 0, 1];
    expect(sigmaOfNeighbours([...quiet, 20, 1])).toBeCloseTo(1 / 1.128, 10);
    expect(sigmaOfNeighbours([3, 3, 3])).toBe(0);
  });

  test("hardly knows of a lasting change, which a test of all points would take for restless months", () => {
    const calm = Array.from({ length: 9 }, (_, index) => 96 + (index % 2) * 10);
    const shifted = counts([...calm, ...calm.map((count) => count + 60)]);
    expect(testedSigmaZ(shifted)).toBe(1);
  });

  test("leaves out months without anything to divide by", () => {
    const { events: counted, denominators: over, ...rest } = counts([9, 9, 9]);
    const blank = { events: [...counted, null], denominators: [...over, 0] };
    expect(sigmaZ({ ...blank, ...rest })).toBe(0);
  });
});

describe("the test of sigma z", () => {
  test("has the critical values of the variance by Cryer and Ryan", () => {
    expect(criticalSigmaZ(18)).toBeCloseTo(1.359, 3);
    expect(criticalSigmaZ(12)).toBeCloseTo(1.445, 3);
    expect(criticalSigmaZ(36)).toBeCloseTo(1.252, 3);
  });

  test.each([18, 12])(
    "of %i months begins right above its critical value",
    (n) => {
      // A step of one is 0.2 standard deviations from neighbour to neighbour.
      const step = (criticalSigmaZ(n) * 1.128) / 0.2;
      expect(testedSigmaZ(alternating(n, step - 0.01))).toBe(1);
      expect(testedSigmaZ(alternating(n, step + 0.01))).toBeGreaterThan(1.3);
    },
  );

  test("needs twelve months", () => {
    expect(testedSigmaZ(alternating(11, 40))).toBe(1);
    expect(testedSigmaZ(alternating(12, 40))).toBeCloseTo(8 / 1.128, 10);
  });

  test("never narrows limits", () => {
    expect(testedSigmaZ(alternating(18, 0.1))).toBe(1);
    expect(testedSigmaZ(counts(Array(18).fill(0)))).toBe(1);
  });
});
