import type { ControlChart } from "~/domain/graphs/control-chart";
import { scaleOf } from "~/ui/charts/control-chart-scale";
import { LETTER_WIDTH } from "~/ui/charts/control-chart-texts";
import { placeTexts } from "~/ui/charts/text-places";

/** The plot that ApexCharts draws: its size in pixels, and the months in sight, which it counts from 1. */
export interface Plot {
  gridWidth: number;
  gridHeight: number;
  minX: number;
  maxX: number;
}

/** From a point up to the middle of its value, in pixels. */
const ABOVE = 12;

/** Where a value stands out of the plot, ApexCharts finds it a place. */
const ANYWHERE = {
  left: Infinity,
  right: Infinity,
  top: Infinity,
  bottom: Infinity,
};

/**
 * Places of the points outside of their limits whose values can be written without meeting another. The value farthest from the
 * mean chooses first. ApexCharts compares a value with the one before alone, and takes an empty one for it.
 */
export function valuesWithRoom(
  { centre, points }: Pick<ControlChart, "centre" | "points">,
  textOf: (value: number) => string,
  { gridWidth, gridHeight, minX, maxX }: Plot,
): ReadonlySet<number> {
  if (centre === null) return new Set();
  const scale = scaleOf(centre, points);
  const wanted = points
    .flatMap(({ value, outside }, index) =>
      value === null || outside === null ? [] : [{ index, value }],
    )
    .sort((a, b) => Math.abs(b.value - centre) - Math.abs(a.value - centre));
  const places = placeTexts(
    wanted.map(({ index, value }) => ({
      x: ((index + 1 - minX) / (maxX - minX)) * 100,
      y: scale.y(value),
      width: textOf(value).length * LETTER_WIDTH,
      places: [{ dx: 0, dy: -ABOVE, anchor: "middle" }],
    })),
    { marks: [], lines: [], beyond: ANYWHERE },
    [{ width: gridWidth, height: gridHeight }],
  );
  return new Set(
    wanted.flatMap(({ index }, at) => (places[at] ? [index] : [])),
  );
}
