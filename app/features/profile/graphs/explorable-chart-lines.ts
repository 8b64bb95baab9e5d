import type { ControlChart } from "~/domain/graphs/control-chart";
import { scaleOf } from "~/ui/charts/control-chart-scale";
import type { GraphReading } from "./graph-reading";

/** Lines before those of the phases. */
const LINES_OF_VALUES = 1;
const LINES_OF_A_PHASE = 3;

/** What the axis of a chart holds. */
type Scaled = Pick<GraphReading, "measure" | "parts"> & {
  chart: Pick<ControlChart, "points">;
};

/**
 * The lines of a control chart. Mean and limits of each phase are lines by themselves, so that none leads to the next. The
 * last one carries the numbers of events.
 */
export function chartSeries(reading: Scaled & Pick<GraphReading, "events">) {
  const { parts, events } = reading;
  const { points } = reading.chart;
  // The numbers of events stand at the highest tick.
  const top = scaleOfParts(reading).ticks.pop() ?? null;
  return [
    { name: "Rate", data: points.map(({ value }) => value) },
    ...parts.flatMap(({ from, judgedFrom, to, centre }) => {
      const within = (first: number, at: number) => at >= first && at <= to;
      const line = (
        name: string,
        valueOf: (at: number) => number | null,
        first = from,
      ) => ({
        name,
        data: points.map((_, at) => (within(first, at) ? valueOf(at) : null)),
      });
      return [
        line("Mean", () => centre, judgedFrom),
        line("Upper limit", (at) => points[at]?.upper ?? null),
        line("Lower limit", (at) => points[at]?.lower ?? null),
      ];
    }),
    ...(events.length === 0
      ? []
      : [
          {
            name: "Events",
            data: points.map((_, at) =>
              events.some(({ index }) => index === at) ? top : null,
            ),
          },
        ]),
  ];
}

/** The axis for values, limits and the mean of each phase. */
export function scaleOfParts({ measure, parts, chart }: Scaled) {
  return scaleOf(
    null,
    chart.points,
    parts.flatMap(({ from, to, centre }) =>
      centre === null ? [] : [{ from, to, value: centre }],
    ),
    tickUnit(measure),
  );
}

/** What stands behind the numbers of an axis. */
export function tickUnit({ unit }: GraphReading["measure"]): string {
  return unit === "percent" ? "%" : "";
}

/** One of a kind for each line: that of the values, of each phase, and of the events where there are any. */
export function forLines<Value>(
  { parts, events }: Pick<GraphReading, "parts" | "events">,
  values: Value,
  ofPhase: readonly [Value, Value, Value],
  ofEvents: Value,
): Value[] {
  return [
    values,
    ...parts.flatMap(() => ofPhase),
    ...(events.length === 0 ? [] : [ofEvents]),
  ];
}

/** Place of the line that carries the numbers of events. */
export function placeOfEvents({ parts }: Pick<GraphReading, "parts">): number {
  return LINES_OF_VALUES + LINES_OF_A_PHASE * parts.length;
}
