import { describe, expect, test } from "vitest";
import type { ControlPoint } from "./control-chart";
import { findingSentence, unusualMonths } from "./graph-finding";
import type { ChartStory } from "./graph-words";
import { findRateMeasure } from "../figures/rate-measures";

const MONTHS = ["July 2026", "August 2026", "September 2026", "October 2026"];

const INSIDE: ControlPoint = {
  value: 20,
  lower: 12.3,
  upper: 30.2,
  outside: null,
};
const BLANK: ControlPoint = {
  value: null,
  lower: null,
  upper: null,
  outside: null,
};
const ABOVE = { value: 33.333, outside: "above" } as const;
const BELOW = { value: 9, outside: "below" } as const;

function chartOf(
  changed: Record<number, Partial<ControlPoint>>,
): ChartStory["chart"] {
  return {
    centre: 21.4,
    points: MONTHS.map((_, index) => ({ ...INSIDE, ...changed[index] })),
  };
}

function finding(
  more: Partial<Omit<ChartStory, "signals">> & {
    signals?: { indexes: number[] }[];
  } = {},
  unusual = 0,
): string {
  const measure = findRateMeasure("rth");
  if (!measure) throw new Error("There is no such rate.");
  return findingSentence(
    {
      measure,
      mode: "mom",
      months: MONTHS,
      chart: chartOf({}),
      signals: [],
      ...more,
    },
    unusual,
  );
}

describe("unusual months", () => {
  test("are those outside of their limits on either side, and those of patterns, each once", () => {
    const chart = chartOf({ 0: ABOVE, 2: BELOW });
    expect(unusualMonths(chart, [])).toEqual([0, 2]);
    expect(
      unusualMonths(chart, [{ indexes: [1, 2] }, { indexes: [2] }]),
    ).toEqual([0, 1, 2]);
    expect(unusualMonths(chartOf({}), [])).toEqual([]);
  });

  test("are judged by the patterns of the chart where none are given", () => {
    const near = { value: 29 };
    expect(unusualMonths(chartOf({ 1: near, 2: near, 3: near }))).toEqual([
      1, 2, 3,
    ]);
    expect(unusualMonths(chartOf({ 1: { value: 22 } }))).toEqual([]);
  });
});

describe("the line of a graph", () => {
  test("has the latest rate, the mean, and that nothing is unusual", () => {
    expect(finding()).toBe("20.00% in October. Mean 21.40%. Nothing unusual.");
  });

  test("says of a rolling graph that its rate is of the time to that month", () => {
    expect(finding({ mode: "rolling" })).toBe(
      "20.00% to October. Mean 21.40%. Nothing unusual.",
    );
  });

  test("names the month that is unusual, and counts several", () => {
    expect(finding({ chart: chartOf({ 1: ABOVE }) }, 1)).toBe(
      "20.00% in October. Mean 21.40%. August 2026 is unusual.",
    );
    expect(
      finding({ chart: chartOf({ 1: ABOVE }), signals: [{ indexes: [2, 3] }] }),
    ).toBe("20.00% in October. Mean 21.40%. 3 unusual months.");
  });

  test("leaves the unusual months of a rolling graph to its link", () => {
    const rolling = { mode: "rolling", chart: chartOf({ 1: ABOVE }) } as const;
    expect(finding(rolling, 1)).toBe("20.00% to October. Mean 21.40%.");
    expect(finding(rolling, 0)).toBe(
      "20.00% to October. Mean 21.40%. 1 point is outside the limits.",
    );
    const two = { ...rolling, chart: chartOf({ 0: BELOW, 1: ABOVE }) };
    expect(finding(two, 0)).toMatch(/ 2 points are outside the limits\.$/);
  });

  test("is of the newest month that has a rate", () => {
    const chart = chartOf({ 2: BLANK, 3: BLANK });
    expect(finding({ chart })).toMatch(/^20\.00% in August\./);
  });

  test("says where there are too few months for limits", () => {
    const points = MONTHS.map((_, index) =>
      index === 0 ? { ...BLANK, value: 8 } : BLANK,
    );
    expect(finding({ chart: { centre: 8, points } })).toBe(
      "8.00% in July. Mean 8.00%. Too few months for limits.",
    );
  });

  test("says that no month can be judged yet, or has a rate", () => {
    const alone = { ...BLANK, value: 8 };
    const unjudged = { centre: null, points: MONTHS.map(() => alone) };
    expect(finding({ chart: unjudged })).toBe("No month can be judged yet.");
    const nothing = { centre: null, points: MONTHS.map(() => BLANK) };
    expect(finding({ chart: nothing })).toBe(
      "The 4 months have no rate to show.",
    );
  });
});
