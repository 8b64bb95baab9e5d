import type { ApexOptions } from "apexcharts";
import type { ControlChart } from "~/domain/graphs/control-chart";
import { scaleOf } from "~/ui/charts/control-chart-scale";
import {
  discreteMarkers,
  lineNames,
  loneLimitMarkers,
  violationTexts,
  type ChartColours,
} from "./explorable-chart-marks";
import type { DrawnChart, MonthWords } from "./explorable-chart-props";
import { drawnRange, type MonthRange } from "./explorable-range";

export interface ChartLook {
  colours: ChartColours;
  /** Too narrow for the values behind the names of the lines, and for a label under each of many months. */
  isNarrow: boolean;
}

interface State {
  range: MonthRange;
  /** The month that the keys have come to. */
  active: number | null;
  look: ChartLook;
  /** Under which ApexCharts may add its styles. */
  nonce: string | undefined;
}

interface Handlers {
  onReady: () => void;
  onZoom: (range: MonthRange) => void;
}

/** Months that the text of a value covers where all are on a narrow screen. */
const TEXT_ON_NARROW = 4;

/** Months that are all named on a narrow screen; of more every third one. */
const MOST_ON_NARROW = 6;

/** The lines of a control chart, in the order of the options below. */
export function chartSeries({ centre, points }: ControlChart) {
  const line = (name: string, values: (number | null)[]) => ({
    name,
    data: values.map((y, x) => ({ x, y })),
  });
  return [
    line(
      "Rate",
      points.map(({ value }) => value),
    ),
    line(
      "Mean",
      points.map(() => centre),
    ),
    line(
      "Upper limit",
      points.map(({ upper }) => upper),
    ),
    line(
      "Lower limit",
      points.map(({ lower }) => lower),
    ),
  ];
}

/** How ApexCharts draws it: the same lines, marks and axis as the picture that it replaces. */
export function chartOptions(
  {
    chart,
    labels,
    datedLabels,
    words,
    marked,
    tickUnit,
    violations,
    formatRate,
  }: DrawnChart,
  { range, active, nonce, look: { colours, isNarrow } }: State,
  { onReady, onZoom }: Handlers,
): ApexOptions {
  const count = chart.points.length;
  const scale = scaleOf(chart.centre, chart.points);
  const length = range.to - range.from + 1;
  // On a narrow screen the text of a value covers some months: fewer, the fewer are in sight.
  const room = isNarrow ? (TEXT_ON_NARROW * length) / count : 1;
  const isPart = length < count;
  const activeValue = active === null ? null : chart.points[active]?.value;
  return {
    chart: {
      ...(nonce && { nonce }),
      fontFamily: "inherit",
      foreColor: colours.muted,
      background: "transparent",
      // Nothing moves by itself, for those who asked for less motion and for the others.
      animations: { enabled: false },
      // Its own buttons are no buttons; ours stand above the chart.
      toolbar: { show: false, autoSelected: "zoom" },
      zoom: { enabled: true, type: "x", allowMouseWheelZoom: false },
      events: {
        mounted: onReady,
        zoomed: (_, { xaxis }: { xaxis: { min?: number; max?: number } }) =>
          onZoom(drawnRange(xaxis.min ?? 0, xaxis.max ?? count - 1, count)),
      },
    },
    colors: [colours.accent, colours.ink, colours.muted, colours.muted],
    stroke: {
      width: [2, 1.5, 1, 1],
      dashArray: [0, 0, 4, 4],
      // Not in steps: ApexCharts would begin them at their month instead of around it, and so reach into the next.
      curve: "straight",
    },
    // Months that can still rise are joined by dashes.
    forecastDataPoints: { count: openMonthsAtEnd(chart), dashArray: 3 },
    // As strong as the picture that it replaces.
    fill: { opacity: 1 },
    legend: { show: false },
    grid: {
      borderColor: colours.hairline,
      padding: { left: 24, right: isNarrow ? 50 : 104, bottom: 8 },
    },
    dataLabels: { enabled: false },
    markers: {
      size: [3, 0, 0, 0],
      strokeWidth: 2,
      strokeColors: colours.accent,
      discrete: [
        ...discreteMarkers(chart, marked, colours),
        ...loneLimitMarkers(chart, colours),
      ],
    },
    xaxis: {
      type: "numeric",
      min: range.from,
      max: range.to,
      tickAmount: range.to - range.from,
      labels: {
        rotate: 0,
        hideOverlappingLabels: false,
        style: { fontSize: "12px" },
        formatter: (value) => {
          const index = Math.round(Number(value));
          const { month = "", year = null, isBetween } = labels[index] ?? {};
          if (isNarrow && isBetween && length > MOST_ON_NARROW) return "";
          if (isPart) return datedLabels[index] ?? "";
          return year === null ? month : [month, year];
        },
      },
      axisBorder: { color: colours.hairline },
      axisTicks: { color: colours.hairline },
      tooltip: { enabled: false },
      crosshairs: { stroke: { color: colours.muted } },
    },
    yaxis: {
      min: scale.ticks[0],
      max: scale.ticks[scale.ticks.length - 1],
      tickAmount: scale.ticks.length - 1,
      labels: {
        style: { fontSize: "12px" },
        formatter: (value) => `${value.toFixed(scale.decimals)}${tickUnit}`,
      },
    },
    annotations: {
      yaxis: lineNames(chart, range).map(({ name, y }) => ({
        y,
        borderColor: "transparent",
        label: {
          text: isNarrow ? name : `${name} ${formatRate(y)}`,
          position: "right",
          textAnchor: "start",
          borderWidth: 0,
          offsetX: 6,
          offsetY: 5,
          style: {
            background: "transparent",
            color: colours.muted,
            fontSize: "12px",
          },
        },
      })),
      xaxis: active === null ? [] : [{ x: active, borderColor: colours.ink }],
      points: [
        ...violationTexts(chart, violations, colours, room),
        ...(active === null || activeValue == null
          ? []
          : [
              {
                x: active,
                y: activeValue,
                marker: {
                  size: 10,
                  fillColor: "transparent",
                  strokeColor: colours.ink,
                  strokeWidth: 2,
                },
              },
            ]),
      ],
    },
    tooltip: {
      shared: true,
      intersect: false,
      // ApexCharts writes a title of its own as markup before the custom text replaces it.
      x: { formatter: () => "" },
      custom: ({ dataPointIndex }: { dataPointIndex: number }) =>
        tooltipHtml(words[dataPointIndex]),
    },
  };
}

function openMonthsAtEnd({ points }: ControlChart): number {
  const lastSettled = points
    .map(({ isOpen = false }) => isOpen)
    .lastIndexOf(false);
  return points.length - 1 - lastSettled;
}

/** Month names may come from an API host as words, and ApexCharts takes markup: text stays text. */
export function tooltipHtml(
  words: Pick<MonthWords, "month" | "details"> | undefined,
): string {
  if (!words) return "";
  const lines = words.details.map((line) => `<div>${escaped(line)}</div>`);
  return `<div class="chart-tooltip"><b>${escaped(words.month)}</b>${lines.join("")}</div>`;
}

function escaped(text: string): string {
  return text
    .replace(/&/g, "&amp;")
    .replace(/</g, "&lt;")
    .replace(/>/g, "&gt;")
    .replace(/"/g, "&quot;");
}
