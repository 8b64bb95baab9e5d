import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { measureOf } from "../testing/chart-story";
import type { RateTag } from "~/domain/graphs/rate-graphs";
import { BCG_TRIALS } from "~/domain/testing/limits-vectors.data";
import {
  chiSquareLimit,
  type FunnelCounts,
  funnelLimits,
  funnelOf,
  rankFunnel,
  sigmaBetween,
  varianceBetween,
  winsorised,
} from "./funnel";
import { RATE_MEASURES } from "./rate-measures";

const RTH = measureOf("rth");
const H_1000 = measureOf("h_1000");
const ADM_1000 = measureOf("adm_1000");

function child(events: number | null, denominator: number | null) {
  return { events, denominator };
}

function verdicts(tag: RateTag, children: FunnelCounts[]) {
  return funnelOf(measureOf(tag), children).points.map(
    ({ verdict }) => verdict,
  );
}

describe("the centre", () => {
  test("is all events over all denominators, not the mean of the rates", () => {
    const funnel = funnelOf(RTH, [child(30, 100), child(20, 400)]);
    expect(funnel).toMatchObject({ centre: 10, events: 50, denominator: 500 });
  });

  test("counts those who are too few to judge, and leaves out the unknown", () => {
    const children = [child(10, 100), child(9, 10), child(null, 50)];
    expect(funnelOf(RTH, children)).toMatchObject({
      events: 19,
      denominator: 110,
    });
  });

  test("is unknown over nothing", () => {
    expect(funnelOf(RTH, [child(0, 0), child(null, null)]).centre).toBeNull();
  });
});

describe("places that differ by more than chance", () => {
  // Twelve of 400 admissions, 3 sigma of 2 points above and below 20 % in turn: between them (12 × 9 - 11) / 11 × 4.
  const differing = Array.from({ length: 12 }, (_, index) =>
    child(index % 2 ? 104 : 56, 400),
  );
  const between = Math.sqrt(((12 * 9 - 11) / 11) * 4);

  test("have limits that hold their usual differences too", () => {
    const funnel = funnelOf(RTH, differing);
    expect(funnel.between).toBeCloseTo(between, 8);
    expect(funnel.points[0]?.upper).toBeCloseTo(
      20 + 3 * Math.hypot(2, between),
      8,
    );
    expect(funnelLimits(RTH, 20, 400, 3, funnel.between).upper).toBe(
      funnel.points[0]?.upper,
    );
  });

  test("find nobody unusual for a difference that is usual among them", () => {
    const children = [...differing.slice(1), child(140, 400)];
    const rate = 35;
    const { points, centre } = funnelOf(RTH, children);
    expect(rate).toBeGreaterThan(funnelLimits(RTH, centre ?? 0, 400, 3).upper);
    expect(points.at(-1)).toMatchObject({ rate, verdict: "within" });
  });

  test("are told by those who are judged, in the unit of the measure", () => {
    const small = Array.from({ length: 12 }, () => child(19, 19));
    const children = [...Array.from({ length: 12 }, () => child(80, 400))];
    expect(funnelOf(RTH, [...children, ...small.slice(0, 1)]).between).toBe(0);
    const rates = Array.from({ length: 12 }, (_, index) =>
      child(index % 2 ? 130 : 70, 100_000),
    );
    // 1 per 1,000 and its sigma of 0.1: 3 sigma in turn.
    expect(funnelOf(H_1000, rates).between).toBeCloseTo(
      Math.sqrt(((12 * 9 - 11) / 11) * 0.01),
      8,
    );
  });
});

describe("the limits", () => {
  // 20 % of 400: sigma = sqrt(0.2 * 0.8 / 400) = 2 points.
  test("of a percentage stand two and three sigmas of its share from the centre", () => {
    const inner = funnelLimits(RTH, 20, 400, 2);
    expect(inner.lower).toBeCloseTo(16, 10);
    expect(inner.upper).toBeCloseTo(24, 10);
    expect(funnelLimits(RTH, 20, 400, 3).upper).toBeCloseTo(26, 10);
  });

  // 2 per 1,000 over 20,000 days: sigma = sqrt(0.002 / 20,000) * 1,000 = 0.3162.
  test("of a rate stand three sigmas of its count from the centre", () => {
    const { lower, upper } = funnelLimits(H_1000, 2, 20_000, 3);
    expect(upper).toBeCloseTo(2 + 3 * Math.sqrt(0.1), 10);
    expect(lower).toBeCloseTo(2 - 3 * Math.sqrt(0.1), 10);
  });

  test("are cut at nothing, and a percentage's at 100", () => {
    expect(funnelLimits(RTH, 5, 20, 3).lower).toBe(0);
    expect(funnelLimits(RTH, 95, 20, 3).upper).toBe(100);
    expect(funnelLimits(H_1000, 900, 1, 3).upper).toBeGreaterThan(1000);
  });

  test("of a child are those of the curve at its denominator", () => {
    const children = [child(40, 200), child(25, 90), child(9, 61)];
    for (const rate of [RTH, ADM_1000]) {
      const { centre, points } = funnelOf(rate, children);
      for (const { denominator, lower, upper } of points) {
        const curve = funnelLimits(rate, centre ?? 0, denominator ?? 0, 3);
        expect(lower).toBeCloseTo(curve.lower, 9);
        expect(upper).toBeCloseTo(curve.upper, 9);
      }
    }
  });

  test("narrow towards larger denominators, the inner within the outer", () => {
    fc.assert(
      fc.property(
        fc.constantFrom(...RATE_MEASURES),
        fc.double({ min: 0.1, max: 99, noNaN: true }),
        fc.integer({ min: 1, max: 100_000 }),
        fc.integer({ min: 1, max: 100_000 }),
        (rate, centre, size, more) => {
          const near = funnelLimits(rate, centre, size, 3);
          const far = funnelLimits(rate, centre, size + more, 3);
          const inner = funnelLimits(rate, centre, size, 2);
          expect(far.lower).toBeGreaterThanOrEqual(near.lower);
          expect(far.upper).toBeLessThanOrEqual(near.upper);
          expect(inner.lower).toBeGreaterThanOrEqual(near.lower);
          expect(inner.upper).toBeLessThanOrEqual(near.upper);
          expect(near.lower).toBeGreaterThanOrEqual(0);
        },
      ),
    );
  });
});

describe("a verdict", () => {
  test("is above or below only outside of the outer limits", () => {
    const others = child(2_000, 10_000);
    expect(verdicts("rth", [others, child(104, 400), child(110, 400)])).toEqual(
      ["within", "within", "above"],
    );
    expect(verdicts("rth", [others, child(50, 400)])[1]).toBe("below");
  });

  test("is within for a rate that stands on its limit", () => {
    // Centre 0.5 of 72 cases: sigma = 0.5 / 6, three of them are a quarter: 27 and 9 of 36 stand on the limits.
    expect(verdicts("rth", [child(27, 36), child(9, 36)])).toEqual([
      "within",
      "within",
    ]);
    expect(verdicts("rth", [child(28, 36), child(8, 36)])).toEqual([
      "above",
      "below",
    ]);
  });

  test("is not given under 20 admissions", () => {
    expect(verdicts("rth", [child(19, 19), child(0, 20)])).toEqual([
      "too-few",
      "below",
    ]);
  });

  test("is not given under 20 patient months, whether counted in days or in months", () => {
    expect(verdicts("h_1000", [child(1, 608), child(1, 609)])).toEqual([
      "too-few",
      "within",
    ]);
    expect(verdicts("adm_1000", [child(1, 19.9), child(1, 20)])).toEqual([
      "too-few",
      "within",
    ]);
  });

  test("is not given over nothing, which has no rate", () => {
    const { points } = funnelOf(RTH, [child(0, 0), child(5, 50)]);
    expect(points[0]).toMatchObject({ verdict: "too-few", rate: null });
  });

  test("is unknown where counts are missing, or are no share", () => {
    const children = [child(null, 50), child(5, null), child(60, 50)];
    expect(verdicts("rth", children)).toEqual([
      "unknown",
      "unknown",
      "unknown",
    ]);
  });

  test("allows more events than units where it is no percentage", () => {
    expect(verdicts("adm_1000", [child(60, 50)])).toEqual(["within"]);
  });

  test("never blames where all have the same rate", () => {
    fc.assert(
      fc.property(
        fc.array(fc.integer({ min: 1, max: 500 }), { minLength: 1 }),
        fc.integer({ min: 1, max: 9 }),
        (sizes, tenths) => {
          const children = sizes.map((size) => child(size * tenths, size * 10));
          for (const tag of ["rth", "adm_1000"] as const) {
            for (const verdict of verdicts(tag, children)) {
              expect(["within", "too-few"]).toContain(verdict);
            }
          }
        },
      ),
    );
  });

  test("does not depend on the order of the children", () => {
    const counts = fc
      .tuple(fc.integer({ min: 0, max: 300 }), fc.integer({ min: 0, max: 300 }))
      .map(([a, b]) => child(Math.min(a, b), Math.max(a, b)));
    fc.assert(
      fc.property(fc.array(counts, { minLength: 1 }), (children) => {
        expect(verdicts("rth", [...children].reverse())).toEqual(
          verdicts("rth", children).reverse(),
        );
      }),
    );
  });
});

describe("the ranking", () => {
  test("goes from the highest rate down, then the too few, then the unknown", () => {
    const children = [
      { name: "unknown", ...child(null, null) },
      { name: "low", ...child(10, 100) },
      { name: "tiny", ...child(1, 1) },
      { name: "high", ...child(30, 100) },
      { name: "nothing", ...child(0, 0) },
      { name: "equal", ...child(20, 200) },
    ];
    const ranked = rankFunnel(funnelOf(RTH, children).points);
    expect(ranked.map((point) => point.child.name)).toEqual([
      "high",
      "low",
      "equal",
      "tiny",
      "nothing",
      "unknown",
    ]);
  });
});

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
