import { describe, expect, test } from "vitest";
import { TIMES_BETWEEN } from "../testing/limits-vectors.data";
import {
  FEWEST_GAPS,
  geometricLimits,
  judgeGaps,
  transformedLimits,
} from "./rare-events";

/** 18 months of 100 units each. */
const EDGES = Array.from({ length: 19 }, (_, index) => index * 100);
const ALL = { edges: EDGES, from: 0, to: 18, hasBefore: true };

/** Events after so many units since the first month. */
function events(...at: number[]) {
  return at.map((one) => ({
    day: "2026-03-14",
    month: Math.ceil(one / 100) - 1,
    at: one,
  }));
}

/** Events with a gap of so many units in turn, from 0 on. */
function every(count: number, ...gaps: number[]) {
  let at = 0;
  return Array.from({ length: count }, (_, index) => {
    const one = at;
    at += gaps[index % gaps.length] ?? 0;
    return one;
  });
}

describe("the limits of a t chart", () => {
  test("are those that are published", () => {
    const { lower, upper, unscaled } = transformedLimits(TIMES_BETWEEN.gaps);
    expect(unscaled(lower)).toBeCloseTo(TIMES_BETWEEN.lower, 4);
    expect(unscaled(upper)).toBeCloseTo(TIMES_BETWEEN.upper, 3);
  });

  test("begin at nothing", () => {
    expect(transformedLimits([1, 5000, 1, 5000, 1, 5000]).lower).toBe(0);
  });
});

describe("the limits of a g chart", () => {
  // No published chart with probability limits was found: the chances are added up one by one.
  test.each([0.02, 0.1, 0.2, 0.5, 0.9])(
    "leave 135 of 100,000 at each end, and half on each side: %d",
    (chance) => {
      const { centre, lower, upper } = geometricLimits(chance);
      const atMost = (cases: number) => {
        let sum = 0;
        for (let one = 1; one <= cases; one += 1) {
          sum += chance * (1 - chance) ** (one - 1);
        }
        return sum;
      };
      expect(atMost(lower - 1)).toBeLessThanOrEqual(0.00135);
      expect(atMost(lower)).toBeGreaterThan(0.00135);
      expect(1 - atMost(upper)).toBeLessThanOrEqual(0.00135);
      expect(1 - atMost(upper - 1)).toBeGreaterThan(0.00135);
      expect(atMost(centre)).toBeGreaterThanOrEqual(0.5);
      expect(atMost(centre - 1)).toBeLessThan(0.5);
    },
  );
});

describe("gaps", () => {
  test("go from each event to the next, the first from the one before the months", () => {
    const { chart } = judgeGaps("days-between", events(-40, 60, 90, 260), ALL);
    expect(chart.gaps.map(({ length }) => length)).toEqual([100, 30, 170]);
    expect(chart.open.length).toBe(1800 - 260);
    const alone = { ...ALL, hasBefore: false };
    expect(
      judgeGaps("days-between", events(-40, 60, 90), alone).chart.gaps,
    ).toHaveLength(1);
  });

  test("have limits from six of them on", () => {
    const judged = (count: number) =>
      judgeGaps("days-between", events(...every(count, 90, 110)), ALL);
    expect(judged(FEWEST_GAPS).chart).toMatchObject({ upper: null });
    expect(judged(FEWEST_GAPS).outside).toEqual([]);
    expect(judged(FEWEST_GAPS + 1).chart.upper).toBeGreaterThan(110);
  });

  test("that are too short put the month of their second event above", () => {
    const steady = every(13, 90, 110);
    const { outside, chart } = judgeGaps(
      "days-between",
      events(...steady, 1250, 1251, 1340, 1450, 1540, 1650, 1760),
      ALL,
    );
    expect(chart.gaps.map((gap) => gap.outside).indexOf("below")).toBe(13);
    expect(outside.indexOf("above")).toBe(12);
    expect(outside.filter(Boolean)).toEqual(["above"]);
  });

  test("that are too long put the months below at whose end they are so", () => {
    const early = events(...every(12, 70, 80, 65));
    const last = early[early.length - 1]?.at ?? 0;
    const { outside, chart } = judgeGaps("days-between", early, ALL);
    const upper = chart.upper ?? NaN;
    expect(chart.open).toEqual({ length: 1800 - last, isTooLong: true });
    expect(outside).toEqual(
      EDGES.slice(1).map((end) =>
        end > last && end - last > upper ? "below" : null,
      ),
    );
  });

  test("of which the last one is still open are judged up to the last judged month", () => {
    const early = events(...every(12, 70, 80, 65));
    const { outside, chart } = judgeGaps("days-between", early, {
      ...ALL,
      to: 8,
    });
    expect(outside).toHaveLength(8);
    expect(chart.open).toMatchObject({ isTooLong: false });
  });

  test("that only prove too long within a month mark the one before it", () => {
    const gaps = every(12, 70, 80, 65);
    const last = gaps[gaps.length - 1] ?? 0;
    const before = judgeGaps("days-between", events(...gaps), ALL);
    const end = last + (before.chart.upper ?? 0) + 25;
    const next = Math.ceil(end / 100) * 100 - 1;
    const { outside, chart } = judgeGaps(
      "days-between",
      events(
        ...gaps,
        next,
        ...every(20, 70).map((at) => next + 70 + at),
      ).filter(({ at }) => at <= 1800),
      ALL,
    );
    expect(chart.gaps[11]?.outside).toBe("above");
    expect(outside[Math.ceil(end / 100) - 2]).toBe("below");
  });

  test("on their limit are inside", () => {
    // 20 events of 180 cases: 57 cases are the limit.
    const cases = { ...ALL, edges: EDGES.map((edge) => edge / 10) };
    const verdict = (length: number) => {
      const at = [
        1,
        1 + length,
        ...every(18, 6).map((one) => 6 + one + length),
      ];
      const own = at.map((one) => ({
        day: "2026-03-14",
        month: Math.ceil(one / 10) - 1,
        at: one,
      }));
      return judgeGaps("cases-between", own, cases).chart;
    };
    expect(verdict(57)).toMatchObject({ upper: 57, lower: 1 });
    expect(verdict(57).gaps[0]?.outside).toBeNull();
    expect(verdict(58).gaps[0]?.outside).toBe("above");
  });
});

describe("patterns of gaps", () => {
  test("stand at the months in which their gaps end, and are counted as gaps", () => {
    const at = [...every(9, 160), ...every(9, 40).map((one) => 1320 + one)];
    const { signals } = judgeGaps("days-between", events(...at), ALL);
    expect(signals).toEqual([
      expect.objectContaining({ rule: "shift", direction: "down", gaps: 8 }),
      expect.objectContaining({ rule: "shift", direction: "up", gaps: 9 }),
    ]);
    expect(signals[1]?.indexes).toEqual([13, 14, 15, 16]);
  });

  test("need longer runs among more gaps than a graph has months", () => {
    const run = (gaps: number, short: number) => {
      const rest = (gaps - short) / 2;
      const lengths = [
        ...Array.from({ length: rest }, () => [20, 40]).flat(),
        ...Array.from({ length: short }, () => 20),
      ];
      let sum = 0;
      const at = [0, ...lengths.map((length) => (sum += length))];
      return judgeGaps("days-between", events(...at), ALL).signals.length;
    };
    // The last of the others is long, so the run is as long as it says.
    expect([run(17, 6), run(17, 7)]).toEqual([0, 1]);
    expect([run(47, 7), run(48, 8)]).toEqual([0, 1]);
  });
});
