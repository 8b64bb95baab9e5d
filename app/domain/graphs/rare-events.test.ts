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
const ALL = { edges: EDGES, from: 0, to: 18, since: -Infinity };

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

  test("are those of chance where the gaps tell of no spread: 135 of 100,000 at each end", () => {
    const { lower, upper, scaled } = transformedLimits([20, 20, 20, 20]);
    const longer = (limit: number) => Math.exp(-scaled(limit) / 20);
    expect(longer(upper)).toBeCloseTo(0.00135, 8);
    expect(1 - longer(lower)).toBeCloseTo(0.00135, 8);
  });
});

describe("the limits of a g chart", () => {
  // No published chart with probability limits was found: the chances are added up one by one.
  test.each([0.02, 0.1, 0.2, 0.5, 0.9])(
    "leave 135 of 100,000 at each end: %d",
    (chance) => {
      const { lower, upper } = geometricLimits(chance);
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
    },
  );
});

describe("gaps", () => {
  test("go from each event to the next, the first from the one before the months", () => {
    const { chart } = judgeGaps("days-between", events(-40, 60, 90, 260), ALL);
    expect(chart.gaps.map(({ length }) => length)).toEqual([100, 30, 170]);
    expect(chart.open.length).toBe(1800 - 260);
    const gapsSince = (since: number) =>
      judgeGaps("days-between", events(-1540, -340, 60, 90), { ...ALL, since })
        .chart.gaps.length;
    expect([0, -3, -4, -20].map(gapsSince)).toEqual([1, 1, 2, 2]);
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
    const short = every(10, 38, 42);
    const long = every(9, 150, 170).map((at) => at + 500);
    const isOver = (...later: number[]) =>
      judgeGaps("days-between", events(...short, ...long, ...later), ALL)
        .signals.filter(({ direction }) => direction === "down")
        .map((signal) => signal.isOver);
    expect(isOver()).toEqual([undefined]);
    expect(isOver(1785, 1790)).toEqual([true]);
  });

  test("stand at the months in which their gaps end, and are counted as gaps", () => {
    const at = [...every(10, 140), ...every(9, 40).map((one) => 1300 + one)];
    const { signals } = judgeGaps("days-between", events(...at), ALL);
    expect(signals).toEqual([
      expect.objectContaining({ rule: "shift", direction: "down", gaps: 9 }),
      expect.objectContaining({ rule: "shift", direction: "up", gaps: 9 }),
    ]);
    expect(signals[1]?.indexes).toEqual([12, 13, 14, 15, 16]);
  });

  test("need longer runs among more gaps than a graph has months", () => {
    const runs = (gaps: number, inARow: number) => {
      const pairs = gaps / 2 - inARow;
      const lengths = [
        ...Array.from({ length: pairs }, () => [20, 40]).flat(),
        ...Array.from({ length: inARow }, () => 20),
        ...Array.from({ length: inARow }, () => 40),
      ];
      let sum = 0;
      const at = [0, ...lengths.map((length) => (sum += length))];
      return judgeGaps("days-between", events(...at), ALL).signals.length;
    };
    // The last of the others is long, so both runs are as long as it says.
    expect([runs(18, 6), runs(18, 7)]).toEqual([0, 2]);
    expect([runs(48, 7), runs(48, 8)]).toEqual([0, 2]);
  });

  describe.each(["cases-between", "days-between"] as const)(
    "by their median: %s",
    (kind) => {
      /** 18 months of 20 units. */
      const judged = (...gaps: number[]) => {
        let sum = 0;
        const own = [0, ...gaps].map((gap) => ({
          day: "2026-03-14",
          month: Math.ceil((sum += gap) / 20) - 1,
          counted: sum,
        }));
        const edges = Array.from({ length: 19 }, (_, month) => month * 20);
        return judgeGaps(kind, own, { ...ALL, edges });
      };
      const times = (count: number, gap: number) =>
        Array.from({ length: count }, () => gap);
      const said = (...gaps: number[]) =>
        judged(...gaps).signals.map(({ direction, gaps }) => [direction, gaps]);

      test.each([
        [18, 20],
        [17, 20],
        [60, 6],
        [12, 29.98],
        [9, 100 / 3],
      ])(
        "%i gaps that are all %d are no signal, nor is any month",
        (count, gap) => {
          const { signals, verdicts } = judged(...times(count, gap));
          expect(signals).toEqual([]);
          expect(verdicts.filter(({ outside }) => outside)).toEqual([]);
        },
      );

      test("a change of all gaps is a shift of those that are not on it", () => {
        expect(said(...times(12, 20), ...times(24, 5))).toEqual([["down", 12]]);
        expect(said(...times(24, 5), ...times(12, 20))).toEqual([["down", 12]]);
      });

      test("a gap on it breaks no run, and makes none", () => {
        const [short, long] = [
          [8, 9],
          [21, 22],
        ];
        const rest = [...short, ...short, ...short, 8];
        const run = [...long, ...long, 15, ...long];
        expect(said(...rest, ...run, 21)).toEqual([
          ["up", 7],
          ["down", 7],
        ]);
        expect(said(...rest.slice(1), ...run)).toEqual([]);
      });

      test("one gap among others that are all alike is no shift", () => {
        expect(said(...times(8, 20), 45, ...times(6, 20))).toEqual([]);
      });
    },
  );
});
