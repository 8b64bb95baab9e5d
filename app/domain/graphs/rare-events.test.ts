import { describe, expect, test } from "vitest";
import { TIMES_BETWEEN } from "../testing/limits-vectors.data";
import {
  chanceOf,
  FEWEST_GAPS,
  geometricLimits,
  judgeGaps,
  transformedLimits,
  type JudgedGaps,
} from "./rare-events";

/** 18 months of 100 units each. */
const EDGES = Array.from({ length: 19 }, (_, index) => index * 100);
const ALL = { edges: EDGES, from: 0, to: 18, hasBefore: true };

/** Events after so many units since the first month. */
function events(...at: number[]) {
  return at.map((one) => ({
    day: "2026-03-14",
    month: Math.ceil(one / 100) - 1,
    counted: one,
  }));
}

/** How the months stand. */
const outsideOf = ({ verdicts }: JudgedGaps) =>
  verdicts.map(({ outside }) => outside);

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
    expect(judged(FEWEST_GAPS).verdicts).toEqual([]);
    expect(judged(FEWEST_GAPS + 1).chart.upper).toBeGreaterThan(110);
  });

  test("that are too short put the month of their second event above", () => {
    const steady = every(13, 90, 110);
    const judged = judgeGaps(
      "days-between",
      events(...steady, 1250, 1251, 1340, 1450, 1540, 1650, 1760),
      ALL,
    );
    expect(judged.chart.gaps.map((gap) => gap.outside).indexOf("below")).toBe(
      13,
    );
    expect(outsideOf(judged).indexOf("above")).toBe(12);
    expect(outsideOf(judged).filter(Boolean)).toEqual(["above"]);
  });

  test("that are too long put the months below at whose end they are so", () => {
    const early = events(...every(12, 70, 80, 65));
    const last = early[early.length - 1]?.counted ?? 0;
    const judged = judgeGaps("days-between", early, ALL);
    const upper = judged.chart.upper ?? NaN;
    expect(judged.chart.open).toEqual({ length: 1800 - last, isTooLong: true });
    expect(outsideOf(judged)).toEqual(
      EDGES.slice(1).map((end) =>
        end > last && end - last > upper ? "below" : null,
      ),
    );
  });

  test("of which the last one is still open are judged up to the last judged month", () => {
    const early = events(...every(12, 70, 80, 65));
    const judged = judgeGaps("days-between", early, {
      ...ALL,
      to: 8,
    });
    expect(outsideOf(judged)).toHaveLength(8);
    expect(judged.chart.open).toMatchObject({ isTooLong: false });
  });

  test("that only prove too long within a month mark the one before it", () => {
    const gaps = every(12, 70, 80, 65);
    const last = gaps[gaps.length - 1] ?? 0;
    const before = judgeGaps("days-between", events(...gaps), ALL);
    const end = last + (before.chart.upper ?? 0) + 25;
    const next = Math.ceil(end / 100) * 100 - 1;
    const judged = judgeGaps(
      "days-between",
      events(
        ...gaps,
        next,
        ...every(20, 70).map((at) => next + 70 + at),
      ).filter(({ counted }) => counted <= 1800),
      ALL,
    );
    expect(judged.chart.gaps[11]?.outside).toBe("above");
    expect(outsideOf(judged)[Math.ceil(end / 100) - 2]).toBe("below");
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
        counted: one,
      }));
      return judgeGaps("cases-between", own, cases).chart;
    };
    expect(verdict(57)).toMatchObject({ upper: 57, lower: 1 });
    expect(verdict(57).gaps[0]?.outside).toBeNull();
    expect(verdict(58).gaps[0]?.outside).toBe("above");
  });
});

describe("a month with more events than chance makes", () => {
  test.each([
    ["days-between", 5, 3000, 1 / 3000, 0.00366],
    ["days-between", 6, 3000, 1 / 3000, 0.000594],
    ["cases-between", 5, 20, 0.05, 0.00257],
    ["cases-between", 6, 20, 0.05, 0.000329],
    ["cases-between", 0, 20, 0.05, 1],
  ] as const)(
    "is judged by the exact chance of so many or more: %s, %d",
    (kind, count, over, rate, chance) => {
      expect(chanceOf(kind, count, over, rate)).toBeCloseTo(chance, 5);
    },
  );

  // One event in each of the other months: 5 happen by chance in 366 of 100,000 months, 6 in 59.
  test.each([
    ["days-between", 5, null],
    ["days-between", 6, true],
    ["cases-between", 5, null],
    ["cases-between", 6, true],
  ] as const)(
    "is above, whatever the gaps within it: %s, %d events",
    (kind, count, isCluster) => {
      const steady = every(17, 170, 30).map((at) => at + 15);
      const months = [...steady, ...every(count, 15).map((at) => 1715 + at)];
      const { verdicts, chart } = judgeGaps(kind, events(...months), ALL);
      expect(chart.gaps.every(({ outside }) => outside !== "below")).toBe(true);
      expect(verdicts.map((verdict) => verdict.isCluster ?? null)).toEqual([
        ...Array.from({ length: 17 }, () => null),
        isCluster,
      ]);
      expect(verdicts[17]?.outside).toBe(isCluster && "above");
    },
  );
});

describe("patterns of gaps", () => {
  test("are over where a later gap breaks them, in the same month too", () => {
    const long = every(9, 160);
    const isOver = (...later: number[]) =>
      judgeGaps(
        "days-between",
        events(...long, ...every(9, 40).map((at) => at - 1600), ...later),
        ALL,
      ).signals.map((signal) => signal.isOver);
    expect(isOver()).toEqual([undefined]);
    expect(isOver(1285, 1290)).toEqual([true]);
  });

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
