import { describe, expect, test } from "vitest";
import { RATE_MEASURES } from "../figures/rate-measures";
import {
  firstDayOfMonth,
  firstMonthOf,
  monthNumberOf,
  partsOf,
  type ChartPhases,
} from "./chart-phases";
import { judgeSeries, meanAt } from "./judge-series";
import { lineThrough } from "./whole-months";
import type { MeasureLine } from "./measure-line";

const P = { chart: "p", multiplier: 100 } as const;
const MONTHS = 18;
/** March 2025 to August 2026. */
const FIRST = firstMonthOf(MONTHS, "2026-08-15");

function flat(rate: number, count = MONTHS, denominator = 500): MeasureLine {
  return {
    rates: Array.from({ length: count }, () => rate),
    denominators: Array.from({ length: count }, () => denominator),
  };
}

function joined(...lines: MeasureLine[]): MeasureLine {
  return {
    rates: lines.flatMap(({ rates }) => rates),
    denominators: lines.flatMap(({ denominators }) => denominators),
  };
}

function phases(more: Partial<ChartPhases> = {}): ChartPhases {
  return { first: FIRST, begun: [], ...more };
}

function means(
  line: MeasureLine,
  of: ChartPhases,
  mode: "mom" | "rolling" = "mom",
) {
  const { parts } = judgeSeries(P, line, mode, of);
  return line.rates.map((_, index) => meanAt(parts, index));
}

test("months are numbers, and days are in them", () => {
  expect(monthNumberOf("2025-12-31")).toBe(2025 * 12 + 11);
  expect(firstDayOfMonth(monthNumberOf("2025-12-31"))).toBe("2025-12-01");
  expect(firstDayOfMonth(monthNumberOf("2026-01-01"))).toBe("2026-01-01");
  expect(firstDayOfMonth(FIRST)).toBe("2025-03-01");
});

test("without phases a chart is as it was, whatever was said of others", () => {
  const line = joined(flat(20, 9), flat(30, 9));
  for (const measure of RATE_MEASURES) {
    const plain = judgeSeries(measure, line, "mom");
    expect(plain.parts).toHaveLength(1);
    expect(judgeSeries(measure, line, "mom", phases())).toEqual(plain);
    const later = phases({ begun: [FIRST + MONTHS] });
    expect(judgeSeries(measure, line, "mom", later)).toEqual(plain);
  }
});

describe("a phase", () => {
  const line = joined(flat(20, 9), flat(30, 9));

  test.each(RATE_MEASURES.map((measure) => [measure.tag, measure] as const))(
    "has a mean and limits of its own: %s",
    (_, measure) => {
      const { chart, parts, signals } = judgeSeries(
        measure,
        line,
        "mom",
        phases({ begun: [FIRST + 9] }),
      );
      expect(parts.map(({ centre }) => centre)).toEqual([20, 30]);
      expect(chart.centre).toBe(30);
      expect(chart.points.map(({ value }) => value)).toEqual(line.rates);
      expect(signals).toEqual([]);
      const [last, next] = [chart.points[8], chart.points[9]];
      expect((last?.lower ?? 0) + (last?.upper ?? 0)).toBeCloseTo(40);
      expect((next?.lower ?? 0) + (next?.upper ?? 0)).toBeCloseTo(60);
    },
  );

  test("hides no shift within it, and none goes on across its beginning", () => {
    // 6 months above the mean end with the phase, and 6 begin with the next.
    const rates = [19, 19, 19, 21, 21, 21, 21, 21, 21, 31, 31, 31];
    const crossing = joined(
      { rates, denominators: rates.map(() => 500) },
      flat(29, 6),
    );
    const shifts = (begun: number[]) =>
      judgeSeries(P, crossing, "mom", phases({ begun })).signals.filter(
        ({ rule }) => rule === "shift",
      );
    expect(shifts([FIRST + 9])).toEqual([]);
    const long = joined(flat(19, 3), flat(21, 7), flat(30, 8));
    const kept = judgeSeries(P, long, "mom", phases({ begun: [FIRST + 10] }));
    expect(kept.signals).toEqual([
      { rule: "shift", direction: "up", indexes: [3, 4, 5, 6, 7, 8, 9] },
    ]);
    const later = joined(flat(30, 8), flat(19, 3), flat(21, 7));
    const moved = judgeSeries(P, later, "mom", phases({ begun: [FIRST + 8] }));
    expect(moved.signals).toEqual([
      { rule: "shift", direction: "up", indexes: [11, 12, 13, 14, 15, 16, 17] },
    ]);
  });

  test("may begin with the first month, with the last, and several times", () => {
    const spans = (begun: number[]) =>
      partsOf(phases({ begun }), MONTHS, "mom").map(({ from, to, phase }) => [
        from,
        to,
        phase,
      ]);
    expect(spans([FIRST])).toEqual([[0, 17, FIRST]]);
    expect(spans([FIRST - 5])).toEqual([[0, 17, FIRST - 5]]);
    expect(spans([FIRST + 17])).toEqual([
      [0, 16, null],
      [17, 17, FIRST + 17],
    ]);
    expect(spans([FIRST + 12, FIRST + 1, FIRST + 12, FIRST - 1])).toEqual([
      [0, 0, FIRST - 1],
      [1, 11, FIRST + 1],
      [12, 17, FIRST + 12],
    ]);
  });

  test("of fewer than six judged points has a mean and no limits", () => {
    const lineOf = joined(flat(20, 12), flat(60, 6));
    const ask = (begun: number, months = MONTHS) =>
      judgeSeries(
        P,
        lineThrough(lineOf, months),
        "mom",
        phases({ begun: [begun] }),
      );
    const six = ask(FIRST + 12);
    expect(six.parts.map(({ isShort }) => isShort)).toEqual([false, false]);
    const five = ask(FIRST + 13);
    expect(five.parts.map(({ isShort }) => isShort)).toEqual([false, true]);
    expect(five.parts[1]?.centre).toBe(60);
    expect(five.chart.points.slice(13).map(({ upper }) => upper)).toEqual(
      Array.from({ length: 5 }, () => null),
    );
    // One of the six has no rate.
    expect(ask(FIRST + 12, 17).parts[1]?.isShort).toBe(true);
  });

  test("of months without a rate alone has no mean", () => {
    const { parts } = judgeSeries(
      P,
      lineThrough(line, 16),
      "mom",
      phases({ begun: [FIRST + 16] }),
    );
    expect(parts[1]).toMatchObject({ centre: null, isShort: true });
  });
});

describe("a rolling point", () => {
  test("that reaches back into the phase before is judged by nobody", () => {
    const line = joined(flat(20, 3), flat(50, 15));
    const { chart, parts } = judgeSeries(
      P,
      line,
      "rolling",
      phases({ begun: [FIRST + 1] }),
    );
    expect(parts[1]).toMatchObject({ from: 1, judgedFrom: 12, to: 17 });
    expect(chart.points.slice(1, 12)).toEqual(
      line.rates.slice(1, 12).map((value) => ({
        value,
        lower: null,
        upper: null,
        outside: null,
      })),
    );
    expect(chart.points[12]?.upper).not.toBeNull();
    expect(
      means(line, phases({ begun: [FIRST + 1] }), "rolling")[11],
    ).toBeNull();
    expect(means(line, phases({ begun: [FIRST + 1] }), "rolling")[12]).toBe(50);
  });

  test("reaches back into a phase that ended before the chart begins", () => {
    const judgedFrom = (begun: number) =>
      partsOf(phases({ begun: [begun] }), MONTHS, "rolling")[0]?.judgedFrom;
    expect(judgedFrom(FIRST - 10)).toBe(1);
    expect(judgedFrom(FIRST - 11)).toBe(0);
    expect(judgedFrom(FIRST - 12)).toBe(0);
  });

  test("has no phase of its own where all reach back", () => {
    const { parts, chart } = judgeSeries(
      P,
      flat(20),
      "rolling",
      phases({ begun: [FIRST + 8] }),
    );
    expect(parts[1]).toMatchObject({
      judgedFrom: 18,
      centre: null,
      isShort: true,
    });
    expect(chart.points).toHaveLength(MONTHS);
    expect(chart.centre).toBeNull();
  });
});
