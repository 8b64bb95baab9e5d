import { describe, expect, test } from "vitest";
import { ABOVE, BELOW, INSIDE, NO_RATE } from "../testing/chart-story";
import type { ControlPoint } from "./control-chart";
import { nothingToChart, notJudged, unusualMonths } from "./graph-finding";
import type { ChartStory } from "./graph-words";

const MONTHS = ["July 2026", "August 2026", "September 2026", "October 2026"];

function chartOf(
  changed: Record<number, Partial<ControlPoint>>,
): ChartStory["chart"] {
  return {
    centre: 21.4,
    points: MONTHS.map((_, index) => ({ ...INSIDE, ...changed[index] })),
  };
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

test("where there is nothing to judge, a sentence says why", () => {
  const chart = { centre: null, points: MONTHS.map(() => NO_RATE) };
  expect(notJudged({ mode: "mom", chart })).toBe("No month can be judged yet.");
  expect(nothingToChart(4)).toBe("The 4 months have no rate to show.");
});
