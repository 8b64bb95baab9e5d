import type { RateMeasure } from "../figures/rate-measures";
import { measureChart, type ControlChart } from "./control-chart";
import type { GraphMode } from "./graph-modes";
import { runSignals, type RunSignal } from "./run-rules";

/** The months of one measure as they are judged. */
export interface JudgedSeries {
  chart: ControlChart;
  /** Empty for rolling points, whose patterns are not judged (R118). */
  signals: RunSignal[];
}

/** One line of a graph: rates, and their denominators in the unit of the measure. */
export interface MeasureLine {
  rates: readonly (number | null)[];
  denominators: readonly (number | null)[];
}

/** How many months from the first can be judged: `settled` for the 30-day rates, `told` for the others. */
export interface JudgedMonths {
  settled: number;
  told: number;
}

/** Judges one measure in a mode: every screen and call that names a signal asks here, so that all agree. */
export function judgeSeries(
  measure: Pick<RateMeasure, "chart" | "multiplier">,
  line: MeasureLine,
  { settled, told }: JudgedMonths,
  mode: GraphMode,
): JudgedSeries {
  const chart = measureChart(measure, line, settled, told);
  return { chart, signals: mode === "mom" ? runSignals(chart) : [] };
}
