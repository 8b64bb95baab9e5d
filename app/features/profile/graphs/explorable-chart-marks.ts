import type { ApexOptions } from "apexcharts";
import type { ControlChart } from "~/domain/graphs/control-chart";
import type { MonthRange } from "./explorable-range";

/** Colours of the sheet's tokens. */
export type ChartColours = Record<
  "ink" | "muted" | "hairline" | "paper" | "accent" | "bad" | "good",
  string
>;

type DiscreteMarkers = NonNullable<
  NonNullable<ApexOptions["markers"]>["discrete"]
>;

/** Of what is counted here, little is good; the side of the limits says it too. */
function colourOf(outside: "above" | "below", colours: ChartColours): string {
  return outside === "above" ? colours.bad : colours.good;
}

/** A diamond for what is outside of its limits, a ring for what belongs to a pattern, a small one for what is open. */
export function discreteMarkers(
  chart: ControlChart,
  marked: readonly number[],
  colours: ChartColours,
): DiscreteMarkers {
  return chart.points.flatMap(
    ({ outside, isOpen }, dataPointIndex): DiscreteMarkers => {
      const at = { seriesIndex: 0, dataPointIndex };
      if (isOpen) {
        return [
          {
            ...at,
            shape: "circle",
            size: 3,
            fillColor: colours.paper,
            strokeColor: colours.accent,
          },
        ];
      }
      if (outside !== null) {
        return [
          {
            ...at,
            shape: "diamond",
            size: 7,
            fillColor: colourOf(outside, colours),
            strokeColor: colourOf(outside, colours),
          },
        ];
      }
      return marked.includes(dataPointIndex)
        ? [
            {
              ...at,
              shape: "circle",
              size: 5,
              fillColor: colours.paper,
              strokeColor: colours.accent,
            },
          ]
        : [];
    },
  );
}

/** A dash for the limits of a month between two that have none, where there is no line to draw. */
export function loneLimitMarkers(
  { points }: ControlChart,
  colours: ChartColours,
): DiscreteMarkers {
  const limits = [
    { seriesIndex: 2, of: (at: number) => points[at]?.upper ?? null },
    { seriesIndex: 3, of: (at: number) => points[at]?.lower ?? null },
  ];
  return limits.flatMap(({ seriesIndex, of }) =>
    points.flatMap((_, dataPointIndex): DiscreteMarkers => {
      const isLone =
        of(dataPointIndex) !== null &&
        of(dataPointIndex - 1) === null &&
        of(dataPointIndex + 1) === null;
      return isLone
        ? [
            {
              seriesIndex,
              dataPointIndex,
              shape: "line",
              size: 6,
              fillColor: colours.muted,
              strokeColor: colours.muted,
            },
          ]
        : [];
    }),
  );
}

/** The mean, and the limits of the newest month in sight. */
export function lineNames(
  { centre, points }: ControlChart,
  { to }: MonthRange,
) {
  const newest = points[to];
  return [
    { name: "Upper", y: newest?.upper ?? null },
    { name: "Mean", y: centre },
    { name: "Lower", y: newest?.lower ?? null },
  ].flatMap(({ name, y }) => (y === null ? [] : [{ name, y }]));
}

/** The value beside each diamond, away from the line. */
export function violationTexts(
  { centre, points }: ControlChart,
  texts: readonly string[],
  colours: ChartColours,
  room: number,
) {
  const written = pointsWithRoom(
    points.flatMap(({ outside }, index) => (outside === null ? [] : [index])),
    (index) => Math.abs((points[index]?.value ?? 0) - (centre ?? 0)),
    room,
  );
  return points.flatMap(({ value, outside }, x) =>
    value === null || outside === null || !written.includes(x)
      ? []
      : [
          {
            x,
            y: value,
            marker: { size: 0 },
            label: {
              text: texts[x] ?? "",
              borderWidth: 0,
              offsetY: outside === "above" ? -4 : 34,
              style: {
                background: "transparent",
                color: colourOf(outside, colours),
                fontSize: "12px",
                fontWeight: 600,
              },
            },
          },
        ],
  );
}

/** Which of the marked points have room for a text: the farthest from the mean first, none too near to another. */
function pointsWithRoom(
  indexes: readonly number[],
  distance: (index: number) => number,
  room: number,
): number[] {
  const chosen: number[] = [];
  for (const index of [...indexes].sort((a, b) => distance(b) - distance(a))) {
    if (chosen.every((one) => Math.abs(one - index) >= room)) {
      chosen.push(index);
    }
  }
  return chosen;
}
