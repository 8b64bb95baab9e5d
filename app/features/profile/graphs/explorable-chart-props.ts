import type { AxisLabel } from "~/domain/graphs/axis-labels";
import type { ControlChart } from "~/domain/graphs/control-chart";

export interface ExplorableChartProps {
  /** What is charted. */
  name: string;
  drawn: DrawnChart;
  /** The chart stands, and may be seen. */
  isReady: boolean;
  onReady: () => void;
}

/** What is drawn, whichever part of it is in sight. */
export interface DrawnChart {
  chart: ControlChart;
  /** Labels under the chart, of all months. */
  labels: readonly AxisLabel[];
  /** Month over year, for a part of the months. */
  datedLabels: readonly string[][];
  /** Each month in words, for the tooltip and to be read aloud. */
  words: readonly MonthWords[];
  /** The months of patterns. */
  marked: readonly number[];
  tickUnit: string;
  /** Texts of the values outside of their limits, by month; the others are empty. */
  violations: readonly string[];
  /** A rate as it is written. */
  formatRate: (value: number) => string;
}

export interface MonthWords {
  month: string;
  details: string[];
  /** Month, rate and how it stands to its limits, in one line. */
  brief: string;
}
