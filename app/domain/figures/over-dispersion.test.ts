import { describe, expect, test } from "vitest";
import { BCG_TRIALS } from "../testing/limits-vectors.data";
import {
  chiSquareLimit,
  sigmaBetween,
  varianceBetween,
  winsorised,
} from "./over-dispersion";

/** So many rates around 20, each so many sigmas of 2 above or below in turn. */
function rates(count: number, sigmas: number) {
  return Array.from({ length: count }, (_, index) => ({
    rate: 20 + (index % 2 ? sigmas : -sigmas) * 2,
    sigma: 2,
  }));
}

test("the variance between the trials of BCG is the published one", () => {
  const { cases, others, controlCases, controlOthers, q, tauSquared } =
    BCG_TRIALS;
  const trials = cases.map((a, index) => {
    const [b, c, d] = [others, controlCases, controlOthers].map(
      (column) => column[index] ?? 0,
    ) as [number, number, number];
    return {
      rate: Math.log(a / (a + b) / (c / (c + d))),
      sigma: Math.sqrt(1 / a - 1 / (a + b) + 1 / c - 1 / (c + d)),
    };
  });
  const weight = trials.reduce((sum, { sigma }) => sum + 1 / sigma ** 2, 0);
  const mean =
    trials.reduce((sum, { rate, sigma }) => sum + rate / sigma ** 2, 0) /
    weight;
  const squares = trials.reduce(
    (sum, { rate, sigma }) => sum + ((rate - mean) / sigma) ** 2,
    0,
  );
  expect(squares).toBeCloseTo(q, 3);
  const sigmas = trials.map(({ sigma }) => sigma);
  expect(varianceBetween(squares, sigmas)).toBeCloseTo(tauSquared, 4);
});

describe("the outer tenth at each end", () => {
  test("takes the value of its neighbour inside", () => {
    const ten = [3, 90, 1, 4, 6, 5, 8, 7, 9, 2];
    expect(winsorised(ten)).toEqual([3, 9, 2, 4, 6, 5, 8, 7, 9, 2]);
  });

  test("is nobody where there are fewer than ten", () => {
    expect(winsorised([1, 2, 99])).toEqual([1, 2, 99]);
  });
});

describe("the standard deviation between places", () => {
  test("is what is left when chance is taken off", () => {
    // All weigh the same, so τ² is the mean square beyond chance: 4 × (20 × 9 - 19) / 19 in the unit of the rates.
    expect(sigmaBetween(rates(20, 3), 20) ** 2).toBeCloseTo(
      (4 * (20 * 9 - 19)) / 19,
      8,
    );
  });

  test("is 0 where chance alone explains the differences", () => {
    // 1.26² × 20 is 31.8, over 30.1, the value that chance exceeds once in twenty times.
    expect(chiSquareLimit(19)).toBeCloseTo(30.14, 1);
    expect(sigmaBetween(rates(20, 1.22), 20)).toBe(0);
    expect(sigmaBetween(rates(20, 1.26), 20)).toBeGreaterThan(0);
  });

  test("does not count one place that stands out, however far", () => {
    const one = (sigmas: number) => [
      ...rates(20, 3),
      { rate: 20 + sigmas * 2, sigma: 2 },
    ];
    expect(sigmaBetween(one(50), 20)).toBe(sigmaBetween(one(4), 20));
  });

  test("is 0 among fewer than ten, of whom none can be drawn in", () => {
    expect(sigmaBetween(rates(9, 5), 20)).toBe(0);
    expect(sigmaBetween(rates(10, 5), 20)).toBeGreaterThan(0);
  });

  test("is 0 where chance moves nothing", () => {
    expect(sigmaBetween(Array(12).fill({ rate: 0, sigma: 0 }), 0)).toBe(0);
  });
});
