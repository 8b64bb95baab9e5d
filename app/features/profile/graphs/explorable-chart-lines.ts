import type { ControlChart } from "~/domain/graphs/control-chart";
import { scaleOf } from "~/ui/charts/control-chart-scale";
import type { GraphReading } from "./graph-reading";

/** Lines before those of the phases. */
const LINES_OF_VALUES = 1;
const LINES_OF_A_PHASE = 3;

/** What a chart is drawn of. */
type Drawn = Pick<GraphReading, "parts" | "events"> & {
  chart: Pick<ControlChart, "points">;
};

/**
 * The lines of a control chart. Mean and limits of each phase are lines by themselves, so that none leads to the next. The
 * last one carries the numbers of events.
 */
export function chartSeries({ chart: { points }, parts, events }: Drawn) {
  const top = eventHeight(parts, points);
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

/** The numbers of events stand at the highest tick. */
function eventHeight(
  parts: GraphReading["parts"],
  points: ControlChart["points"],
): number | null {
  const { ticks } = scaleOfParts(parts, points);
  return ticks[ticks.length - 1] ?? null;
}

/** The axis for values, limits and the mean of each phase. */
export function scaleOfParts(
  parts: GraphReading["parts"],
  points: ControlChart["points"],
) {
  return scaleOf(
    null,
    points,
    parts.flatMap(({ from, to, centre }) =>
      centre === null ? [] : [{ from, to, value: centre }],
    ),
  );
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
