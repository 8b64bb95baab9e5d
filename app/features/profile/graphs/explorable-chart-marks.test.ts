import { expect, test } from "vitest";
import type { ControlChart } from "~/domain/graphs/control-chart";
import { loneLimitMarkers, type ChartColours } from "./explorable-chart-marks";

const COLOURS = { muted: "grey" } as ChartColours;

function chartWithLimits(upper: (number | null)[]): ControlChart {
  return {
    centre: 20,
    points: upper.map((limit) => ({
      value: 20,
      upper: limit,
      lower: limit === null ? null : 0,
      outside: null,
    })),
  };
}

function marked(upper: (number | null)[]) {
  return loneLimitMarkers(chartWithLimits(upper), COLOURS).map(
    ({ seriesIndex, dataPointIndex }) => [seriesIndex, dataPointIndex],
  );
}

test("limits between months that have none get a dash each, above and below", () => {
  expect(marked([30, null, 30, null, 30, 30])).toEqual([
    [2, 0],
    [2, 2],
    [3, 0],
    [3, 2],
  ]);
});

test("limits that a line can join get none", () => {
  expect(marked([30, 30, 30])).toEqual([]);
  expect(marked([null, null])).toEqual([]);
});
