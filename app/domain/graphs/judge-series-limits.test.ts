import { describe, expect, test } from "vitest";
import { measureChart } from "./control-chart";
import type { ChartPhases } from "./chart-phases";
import { judgeSeries } from "./judge-series";
import { lineThrough } from "./whole-months";

const P = { chart: "p", multiplier: 100 } as const;
const U = { chart: "u", multiplier: 100 } as const;

/** 18 months of 1,000 cases with 200 events, more and fewer by a step in turn. */
function restless(step: number) {
  return {
    rates: Array.from(
      { length: 18 },
      (_, index) => (200 + (index % 2 ? step : -step)) / 10,
    ),
    denominators: Array.from({ length: 18 }, () => 1000),
  };
}

describe("a series", () => {
  test("of months that differ by chance has the limits of chance", () => {
    const judged = judgeSeries(P, restless(5), "mom");
    expect(judged).toMatchObject({ method: "p", sigmaZ: 1, expected: 200 });
    expect(judged.chart).toEqual(measureChart(P, restless(5)));
  });

  test("of restless months has limits as many times as wide", () => {
    const line = restless(50);
    const { chart, method, sigmaZ } = judgeSeries(P, line, "mom");
    const sigma = Math.sqrt((20 * 80) / 1000);
    expect(method).toBe("p-prime");
    expect(sigmaZ).toBeCloseTo(10 / sigma / 1.128, 8);
    expect(chart.points[0]?.upper).toBeCloseTo(20 + 3 * sigmaZ * sigma, 8);
    expect(judgeSeries(U, line, "mom").method).toBe("u-prime");
  });

  test("is judged by its near limit as by its limit", () => {
    const high = { ...restless(50) };
    high.rates = [...high.rates.slice(0, 15), 45, 45, 30];
    const judged = judgeSeries(P, high, "mom");
    expect(measureChart(P, high).points[16]?.outside).toBe("above");
    expect(judged.chart.points[16]?.outside).toBeNull();
    expect(judged.signals).toEqual([
      { rule: "near-limit", direction: "up", indexes: [15, 16] },
    ]);
  });

  test("is tested by its months with a rate alone", () => {
    const line = restless(5);
    line.denominators = line.denominators.map((over, at) =>
      at < 12 ? over : 0,
    );
    expect(judgeSeries(P, line, "mom")).toMatchObject({
      method: "p",
      expected: 200,
    });
  });

  test("of rolling sums has the limits that its months ask for", () => {
    const rolling = restless(0);
    const of = (months: ReturnType<typeof restless>) =>
      judgeSeries(P, rolling, "rolling", undefined, { months });
    expect(of(restless(5)).method).toBe("p");
    expect(of(restless(50))).toMatchObject({
      method: "p-prime",
      signals: [],
      sigmaZ: judgeSeries(P, restless(50), "mom").sigmaZ,
    });
    expect(judgeSeries(P, rolling, "rolling").method).toBe("p");
  });

  test("has limits for each phase", () => {
    const line = {
      rates: [...restless(50).rates, ...restless(5).rates],
      denominators: Array(36).fill(1000) as number[],
    };
    const phases = { first: 0, begun: [18] };
    const methods = (of: ChartPhases) =>
      judgeSeries(P, line, "mom", of).parts.map(({ method }) => method);
    expect(methods(phases)).toEqual(["p-prime", "p"]);
    expect(judgeSeries(P, line, "mom", phases).method).toBe("p");
  });

  test("without denominators stays one of single values", () => {
    const line = {
      rates: restless(50).rates,
      denominators: Array(18).fill(null),
    };
    expect(judgeSeries(P, line, "mom")).toMatchObject({
      method: "single-values",
      sigmaZ: 1,
      expected: null,
    });
  });
});

describe("a series of rare events", () => {
  // An event each month for a year, then five in two days, then none.
  const counts = [...Array(12).fill(1), 5, 0, 0, 0, 0, 0] as number[];
  const line = {
    rates: counts.map((count) => count / 30),
    denominators: counts.map(() => 3000),
  };
  const monthly = { ...line, rates: line.rates.map((rate) => rate * 10) };
  const events = [
    ...Array.from({ length: 12 }, (_, month) => ({
      day: "2025-01-16",
      month,
      counted: month * 3000 + 1500 + (month % 3) * 400,
    })),
    ...[0, 1, 2, 3, 4].map((one) => ({
      day: "2026-01-16",
      month: 12,
      counted: 37_400 + one,
    })),
  ];
  const measure = { chart: "u", multiplier: 1000 } as const;
  const judge = (more: object, mode: "mom" | "rolling" = "mom") =>
    judgeSeries(measure, monthly, mode, undefined, { events, ...more });

  test("is judged by the gaps between them, and its months have no limits", () => {
    const { method, chart, expected, gaps, signals } = judge({});
    expect(method).toBe("days-between");
    expect(expected).toBeCloseTo(17 / 18, 8);
    expect(gaps?.gaps).toHaveLength(16);
    expect(
      chart.points.every(
        ({ lower, upper }) => lower === null && upper === null,
      ),
    ).toBe(true);
    expect(chart.centre).toBeGreaterThan(0);
    expect(signals.every(({ gaps: count }) => count !== undefined)).toBe(true);
  });

  test("is judged by its months where the days are not known, and in a rolling graph", () => {
    expect(judgeSeries(measure, monthly, "mom").method).toBe("u");
    expect(judge({}, "rolling").method).toBe("u");
  });

  test("is one of cases for a percentage", () => {
    const share = { chart: "p", multiplier: 100 } as const;
    const months = {
      rates: counts.map((count) => count * 10),
      denominators: counts.map(() => 10),
    };
    const cases = events.map((event, at) => ({ ...event, counted: at + 1 }));
    expect(
      judgeSeries(share, months, "mom", undefined, { events: cases }).method,
    ).toBe("cases-between");
  });

  test("begins below three a month, and is none without any event", () => {
    const of = (count: number) =>
      judgeSeries(
        measure,
        {
          rates: counts.map(() => count / 3),
          denominators: counts.map(() => 3000),
        },
        "mom",
        undefined,
        { events },
      ).method;
    expect([of(0), of(1), of(2), of(3)]).toEqual([
      "u",
      "days-between",
      "days-between",
      "u",
    ]);
  });

  test("judges no month without a rate, and no gap in it", () => {
    const told = lineThrough(monthly, 14);
    const judged = judgeSeries(measure, told, "mom", undefined, {
      events: events.filter(({ month }) => month < 14),
    });
    expect(judged.chart.points.slice(14)).toEqual(
      Array.from({ length: 4 }, () =>
        expect.objectContaining({ value: null, outside: null }),
      ),
    );
    expect(judged.gaps?.open.length).toBeCloseTo(42_000 - 37_404, 8);
  });

  test("has no gap from one phase to the next", () => {
    const { parts, gaps } = judgeSeries(
      measure,
      monthly,
      "mom",
      { first: 0, begun: [9] },
      { events },
    );
    expect(parts.map(({ method }) => method)).toEqual([
      "days-between",
      "days-between",
    ]);
    expect(gaps?.gaps).toHaveLength(7);
  });
});
