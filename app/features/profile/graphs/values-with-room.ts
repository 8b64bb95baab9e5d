import type { ControlChart } from "~/domain/graphs/control-chart";
import { meanAt } from "~/domain/graphs/judge-series";
import { scaleOf } from "~/ui/charts/control-chart-scale";
import { LETTER_WIDTH, placeTexts } from "~/ui/charts/text-places";
import type { GraphReading } from "./graph-reading";

/** The plot that ApexCharts draws: its size in pixels, and the months in sight, which it counts from 1. */
export interface Plot {
  gridWidth: number;
  gridHeight: number;
  minX: number;
  maxX: number;
}

/** What a chart is drawn of. */
type Charted = Pick<GraphReading, "parts" | "events"> & {
  chart: Pick<ControlChart, "points">;
};

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
  { chart: { points }, parts, events }: Charted,
  textOf: (value: number) => string,
  { gridWidth, gridHeight, minX, maxX }: Plot,
): ReadonlySet<number> {
  const means = parts.flatMap(({ from, to, centre }) =>
    centre === null ? [] : [{ from, to, value: centre }],
  );
  const scale = scaleOf(null, points, means);
  const farFrom = ({ index, value }: { index: number; value: number }) =>
    Math.abs(value - (meanAt(parts, index) ?? value));
  const wanted = points
    .flatMap(({ value, outside }, index) =>
      value === null || outside === null ? [] : [{ index, value }],
    )
    .sort((a, b) => farFrom(b) - farFrom(a));
  const places = placeTexts(
    wanted.map(({ index, value }) => ({
      x: ((index + 1 - minX) / (maxX - minX)) * 100,
      y: scale.y(value),
      width: textOf(value).length * LETTER_WIDTH,
      places: [{ dx: 0, dy: -ABOVE, anchor: "middle" }],
    })),
    {
      marks: [],
      lines: [],
      texts: events.map(({ index, number }) => ({
        x: ((index + 1 - minX) / (maxX - minX)) * 100,
        y: 0,
        width: String(number).length * LETTER_WIDTH,
        dy: -ABOVE,
      })),
      beyond: ANYWHERE,
    },
    [{ width: gridWidth, height: gridHeight }],
  );
  return new Set(
    wanted.flatMap(({ index }, at) => (places[at] ? [index] : [])),
  );
}
