import fc from "fast-check";
import { describe, expect, test } from "vitest";
import {
  individualsChart,
  measureChart,
  movingRange,
  pChart,
  uChart,
  type ControlChart,
} from "./control-chart";
import {
  COUNTS,
  INDIVIDUALS,
  PROPORTIONS,
} from "../testing/control-chart-vectors.data";

/** Places of the points outside of their limits, counted from 1. */
function signals({ points }: ControlChart): number[] {
  return points.flatMap(({ outside }, index) => (outside ? [index + 1] : []));
}

const P = { chart: "p", multiplier: 100 } as const;
const U = { chart: "u", multiplier: 1000 } as const;
const BLANK = { value: null, lower: null, upper: null, outside: null };

describe("the worked charts of the handbook", () => {
  test("single values: mean, limits and moving range", () => {
    const { centre, points } = individualsChart(INDIVIDUALS.y);
    expect(centre).toBeCloseTo(INDIVIDUALS.cl, 4);
    expect(points[0]?.lower).toBeCloseTo(INDIVIDUALS.lcl, 3);
    expect(points[0]?.upper).toBeCloseTo(INDIVIDUALS.ucl, 3);
    expect(signals({ centre, points })).toEqual([]);
    expect(movingRange(INDIVIDUALS.y)).toBeCloseTo(INDIVIDUALS.mrbar, 4);
  });

  test("proportions: centre and limits to seven decimals, and the signals", () => {
    const chart = pChart(PROPORTIONS.counts, PROPORTIONS.n);
    expect(chart.centre).toBeCloseTo(PROPORTIONS.qcc_exact.cl, 7);
    for (const { lower, upper } of chart.points) {
      expect(lower).toBeCloseTo(PROPORTIONS.qcc_exact.lcl, 7);
      expect(upper).toBeCloseTo(PROPORTIONS.qcc_exact.ucl, 7);
    }
    expect(signals(chart)).toEqual(PROPORTIONS.signals_1based);
  });

  test("counts: a u chart over ones, where a value on its limit is inside", () => {
    const chart = uChart(
      COUNTS.counts,
      COUNTS.counts.map(() => 1),
    );
    expect(chart.centre).toBe(COUNTS.cl);
    expect(chart.points[0]?.lower).toBeCloseTo(COUNTS.lcl, 10);
    expect(chart.points[2]).toMatchObject({
      value: 28,
      upper: 28,
      outside: null,
    });
    expect(signals(chart)).toEqual(COUNTS.signals_1based);
  });
});

const denominator = fc.oneof(
  fc.constant(null),
  fc.integer({ min: 0, max: 5000 }),
);
/** Events that never exceed their denominators, as a p chart wants. */
const counted = fc.array(
  denominator.chain((over) =>
    fc.record({
      over: fc.constant(over),
      event: fc.integer({ min: 0, max: over ?? 9 }),
    }),
  ),
  { minLength: 1, maxLength: 24 },
);

describe.each([
  ["p", pChart, 1],
  ["u", uChart, Infinity],
] as const)("any %s chart", (_, chartOf, highest) => {
  const chart = (rows: { over: number | null; event: number }[]) =>
    chartOf(
      rows.map(({ event }) => event),
      rows.map(({ over }) => over),
    );

  test("has its centre within each point's limits, and those within what is possible", () => {
    fc.assert(
      fc.property(counted, (rows) => {
        const { centre, points } = chart(rows);
        points.forEach(({ value, lower, upper }, index) => {
          if (!rows[index]?.over) {
            expect([value, lower, upper]).toEqual([null, null, null]);
            return;
          }
          expect(lower).toBeGreaterThanOrEqual(0);
          expect(lower).toBeLessThanOrEqual(centre ?? NaN);
          expect(upper).toBeGreaterThanOrEqual(centre ?? NaN);
          expect(upper).toBeLessThanOrEqual(highest);
        });
      }),
    );
  });

  test("has a centre between its lowest and its highest value", () => {
    fc.assert(
      fc.property(counted, (rows) => {
        const { centre, points } = chart(rows);
        const values = points.flatMap(({ value }) => value ?? []);
        if (values.length === 0) {
          expect(centre).toBeNull();
          return;
        }
        expect(centre).toBeGreaterThanOrEqual(Math.min(...values) - 1e-12);
        expect(centre).toBeLessThanOrEqual(Math.max(...values) + 1e-12);
      }),
    );
  });

  test("has narrower limits where more is counted", () => {
    const { points } = chartOf([40, 10], [400, 100]);
    const width = (index: number) =>
      (points[index]?.upper ?? NaN) - (points[index]?.lower ?? NaN);
    expect(width(0)).toBeCloseTo(width(1) / 2, 12);
  });

  test("has no violation where all rates are alike", () => {
    fc.assert(
      fc.property(
        fc.array(fc.integer({ min: 1, max: 400 }), { minLength: 1 }),
        fc.integer({ min: 0, max: 7 }),
        (sizes, part) => {
          const alike = chartOf(
            sizes.map((size) => size * part),
            sizes.map((size) => size * 7),
          );
          expect(signals(alike)).toEqual([]);
        },
      ),
    );
  });

  test("is blank without a denominator, and holds no violation where nothing happened", () => {
    expect(chartOf([1, 2], [null, 0])).toEqual({
      centre: null,
      points: [BLANK, BLANK],
    });
    expect(chartOf([], [])).toEqual({ centre: null, points: [] });
    expect(chartOf([0, 0], [5, 9])).toEqual({
      centre: 0,
      points: [0, 0].map((value) => ({
        value,
        lower: 0,
        upper: 0,
        outside: null,
      })),
    });
  });

  test("of one point has that point for its centre", () => {
    const one = chartOf([3], [12]);
    expect(one.centre).toBe(0.25);
    expect(one.points[0]).toMatchObject({ value: 0.25, outside: null });
  });
});

describe("single values", () => {
  const values = fc.array(
    fc.oneof(
      fc.constant(null),
      fc.double({ min: -1e3, max: 1e3, noNaN: true }),
    ),
    { maxLength: 24 },
  );

  test("keep their signals when the unit changes", () => {
    fc.assert(
      fc.property(
        fc.array(fc.integer({ min: 0, max: 999 }), { maxLength: 24 }),
        (numbers) => {
          expect(signals(individualsChart(numbers.map((n) => n * 8)))).toEqual(
            signals(individualsChart(numbers)),
          );
        },
      ),
    );
  });

  test("have limits as far above as below their mean", () => {
    fc.assert(
      fc.property(values, (numbers) => {
        const { centre, points } = individualsChart(numbers);
        for (const { lower, upper } of points) {
          if (lower === null || upper === null) continue;
          expect((lower + upper) / 2).toBeCloseTo(centre ?? NaN, 8);
        }
      }),
    );
  });

  test("have no limits with fewer than two of them", () => {
    expect(individualsChart([null, 4])).toEqual({
      centre: 4,
      points: [BLANK, { ...BLANK, value: 4 }],
    });
    expect(individualsChart([null])).toEqual({ centre: null, points: [BLANK] });
    expect(movingRange([7, null])).toBeNull();
  });

  test("step over a month that is not known", () => {
    expect(movingRange([2, null, 5, 4])).toBe(2);
  });
});

describe("a measure", () => {
  test("has the events that its rates stand for, in its own unit", () => {
    const { centre, points } = measureChart(P, {
      rates: [24, 30, null, 16, 8],
      denominators: [50, 50, 0, 50, 50],
    });
    const exact = pChart([12, 15, null, 8, 4], [50, 50, 0, 50, 50]);
    expect(centre).toBeCloseTo((exact.centre ?? NaN) * 100, 10);
    expect(points[1]?.upper).toBeCloseTo(
      (exact.points[1]?.upper ?? NaN) * 100,
      10,
    );
    expect(points[2]).toEqual(BLANK);
    expect(points.map(({ value }) => value)).toEqual([24, 30, null, 16, 8]);
  });

  test("compares the same rate with itself, however it was rounded on its way", () => {
    const { centre, points } = measureChart(P, {
      rates: [14.2857, 14.2857],
      denominators: [7, 21],
    });
    expect(points.map(({ value }) => value)).toEqual([centre, centre]);
  });

  test("is charted as single values, cut at what is possible, where no denominator is known", () => {
    const rates = [2, 90, 5, 100, null];
    const denominators = rates.map(() => null);
    const percent = measureChart(P, { rates, denominators });
    expect(percent.centre).toBe(49.25);
    expect(percent.points[0]).toMatchObject({ lower: 0, upper: 100 });
    const perThousand = measureChart(U, { rates, denominators });
    expect(perThousand.points[0]?.upper).toBeGreaterThan(100);
    expect(perThousand.points[4]).toEqual(BLANK);
  });

  test("leaves a month blank whose denominator alone is missing", () => {
    const { points } = measureChart(U, {
      rates: [4, 4],
      denominators: [1000, null],
    });
    expect(points[1]).toEqual(BLANK);
  });
});

describe("a host that counts its denominators in another way", () => {
  const month = { rate: 2, denominator: 3_000 };
  function lastOf(rate: number, denominator: number) {
    const months = [
      ...Array.from({ length: 11 }, () => month),
      { rate, denominator },
    ];
    const line = {
      rates: months.map((one) => one.rate),
      denominators: months.map((one) => one.denominator),
    };
    return measureChart(U, line).points.at(-1);
  }

  test("is judged by the rates that it gives, which are those that are shown", () => {
    // 12.5 of 120 days are no whole number of events: ours would be 16.67, above the limit.
    const inside = lastOf(12.5, 120);
    expect(inside).toMatchObject({ value: 12.5, outside: null });
    expect(inside?.upper).toBeGreaterThan(12.5);
    // 20 of 60 days: ours would be 16.67, below the limit.
    const above = lastOf(20, 60);
    expect(above).toMatchObject({ value: 20, outside: "above" });
    expect(above?.upper).toBeLessThan(20);
  });
});
