import type { ApexOptions } from "apexcharts";
import { MOST_CLOSE, type AxisLabel } from "~/domain/graphs/axis-labels";
import { eventsOf, type ControlChart } from "~/domain/graphs/control-chart";
import { formatRate, pointWords } from "~/domain/graphs/graph-words";
import { eventLabels } from "~/ui/charts/event-labels";
import {
  forLines,
  placeOfEvents,
  scaleOfParts,
  tickUnit,
} from "./explorable-chart-lines";
import type { GraphReading } from "./graph-reading";
import { valuesWithRoom, type Plot } from "./values-with-room";

/** Place of the rates among the series. */
const RATE = 0;

/** Colours of the style sheet. ApexCharts writes them as they are, so they follow the colour scheme and forced colours. */
const INK = "var(--ink)";
const MUTED = "var(--muted)";
const HAIRLINE = "var(--hairline)";
const PAPER = "var(--paper)";
const ACCENT = "var(--accent)";

const FONT = { fontSize: "12px" };

/** Separates a label from the next one, since ApexCharts lets two touch. */
const BLANK = "\u00a0";

/** On a narrower plot every third of many months is too near to the next. */
const NARROW = 528;

/** Before a plot is known. */
const EVERYTHING = { gridWidth: Infinity, minX: 0, maxX: Infinity };

/** How ApexCharts draws a graph: with the marks and on the scale of the picture that it replaces. */
export function chartOptions(
  reading: GraphReading,
  nonce: string | undefined,
  events: NonNullable<ApexOptions["chart"]>["events"],
): ApexOptions {
  const { measure, chart } = reading;
  let drawn: { globals: Plot } | undefined;
  const written = (value: number) => formatRate(measure, value);
  return {
    chart: {
      ...(nonce && { nonce }),
      events: {
        ...events,
        beforeMount: (_, w: { globals: Plot }) => (drawn = w),
      },
      fontFamily: "inherit",
      foreColor: MUTED,
      background: "transparent",
      animations: { enabled: false },
      // Its buttons cannot be reached by keys. With it hidden, dragging zooms.
      toolbar: { show: false, autoSelected: "zoom" },
      zoom: { enabled: true, type: "x", allowMouseWheelZoom: false },
    },
    colors: forLines(reading, ACCENT, [INK, MUTED, MUTED], INK),
    // A limit between two months without is a dot as large as the line is wide.
    stroke: {
      width: forLines(reading, 2, [1.5, 1.5, 1.5], 0),
      dashArray: forLines(reading, 0, [0, 4, 4], 0),
      curve: "straight",
    },
    fill: { opacity: 1 },
    legend: { show: false },
    markers: {
      size: forLines(reading, 3, [0, 0, 0], 0),
      colors: forLines(reading, ACCENT, [INK, MUTED, MUTED], INK),
      strokeColors: forLines(reading, ACCENT, [INK, MUTED, MUTED], INK),
      strokeWidth: 2,
      discrete: marksOf(reading),
    },
    dataLabels: {
      enabled: true,
      enabledOnSeries: [RATE, placeOfEvents(reading)],
      background: { enabled: false },
      offsetY: -6,
      style: { ...FONT, fontWeight: 600, colors: [INK] },
      formatter: (
        value: number,
        { seriesIndex, dataPointIndex, w }: LabelAsked,
      ) => {
        if (seriesIndex !== RATE) {
          return eventNumber(reading, dataPointIndex, w.globals);
        }
        const room = valuesWithRoom(reading, written, w.globals);
        return room.has(dataPointIndex) ? written(value) : "";
      },
    },
    ...axesOf(reading, () => drawn?.globals),
    annotations: { yaxis: lineNames(chart) },
    tooltip: {
      shared: true,
      intersect: false,
      // ApexCharts writes a title of its own as markup before the custom text replaces it.
      x: { formatter: () => "" },
      // It stands above the chart, where it hides nothing (WCAG 1.4.13).
      fixed: { enabled: true },
      custom: ({ dataPointIndex }: { dataPointIndex: number }) =>
        tooltipHtml(reading, dataPointIndex),
    },
  };
}

interface LabelAsked {
  seriesIndex: number;
  dataPointIndex: number;
  w: { globals: Plot };
}

/** The number of the events of a month, with those that would meet it; empty where another month carries it. */
function eventNumber(
  { chart, events }: GraphReading,
  index: number,
  { gridWidth, minX, maxX }: Plot,
): string {
  const { length } = chart.points;
  // As wide as all months would be where those in sight fill the plot.
  const width = (gridWidth * length) / Math.max(maxX - minX, 1);
  const label = eventLabels(events, length, width).find(
    (one) => one.index === index,
  );
  return label?.text ?? "";
}

function axesOf(
  reading: GraphReading,
  plot: () => Plot | undefined,
): ApexOptions {
  const { measure, months, labels } = reading;
  const { ticks, decimals } = scaleOfParts(reading);
  const categories = months.map((month) =>
    month
      .replace(/^(\S{3})\S*/, "$1")
      .split(" ")
      .map((line) => `${BLANK}${line}${BLANK}`),
  );
  const unit = tickUnit(measure);
  return {
    grid: {
      borderColor: HAIRLINE,
      padding: { left: 36, right: 50, bottom: 8 },
    },
    xaxis: {
      type: "category",
      categories,
      labels: {
        rotate: 0,
        hideOverlappingLabels: true,
        style: FONT,
        formatter: labelsOfMany(categories, labels.all, plot),
      },
      axisBorder: { color: HAIRLINE },
      axisTicks: { color: HAIRLINE },
      tooltip: { enabled: false },
      crosshairs: { stroke: { color: MUTED } },
    },
    yaxis: {
      min: ticks[0],
      max: ticks[ticks.length - 1],
      tickAmount: ticks.length - 1,
      labels: {
        style: FONT,
        // ApexCharts asks for the values of all lines too, and not all are known.
        formatter: (value: number | null) =>
          value === null ? "" : `${value.toFixed(decimals)}${unit}`,
      },
    },
  };
}

/** Where many months are in sight, those that the picture names, as it does; of fewer all that have room. */
function labelsOfMany(
  categories: readonly string[][],
  labels: readonly AxisLabel[],
  plot: () => Plot | undefined,
) {
  const named = new Map(
    labels.map(({ index, month, year, isBetween }) => [
      String(categories[index]),
      { isBetween, lines: year === null ? [month] : [month, year] },
    ]),
  );
  // ApexCharts gives the lines of a category, which its types call a text.
  return (category: string): string | string[] => {
    const { gridWidth, minX, maxX } = plot() ?? EVERYTHING;
    if (categories.length <= MOST_CLOSE || maxX - minX < MOST_CLOSE) {
      return category;
    }
    const label = named.get(String(category));
    const isHidden = label?.isBetween && gridWidth < NARROW;
    return label && !isHidden ? label.lines : "";
  };
}

type Mark = Pick<
  ApexDiscretePoint,
  "shape" | "size" | "fillColor" | "strokeColor"
>;

const RING: Mark = {
  shape: "circle",
  size: 5,
  fillColor: PAPER,
  strokeColor: ACCENT,
};

/** Fewer events are better, so a point below its limits is green. */
function diamond(outside: "above" | "below"): Mark {
  const colour = outside === "above" ? "var(--bad)" : "var(--good)";
  return { shape: "diamond", size: 7, fillColor: colour, strokeColor: colour };
}

/** A diamond for what is outside of its limits, a ring for what belongs to a pattern. */
function marksOf({ chart, signals }: GraphReading): ApexDiscretePoint[] {
  const marked = new Set(signals.flatMap(({ indexes }) => indexes));
  return chart.points.flatMap(({ outside }, dataPointIndex) => {
    const isRing = marked.has(dataPointIndex);
    const mark = outside ? diamond(outside) : isRing ? RING : null;
    return mark ? [{ seriesIndex: RATE, dataPointIndex, ...mark }] : [];
  });
}

/** Names at the right, at the mean and at the newest limits. */
function lineNames({ centre, points }: ControlChart) {
  const newest = [...points].reverse().find(({ upper }) => upper !== null);
  return [
    { text: "Upper", y: newest?.upper ?? null },
    { text: "Mean", y: centre },
    { text: "Lower", y: newest?.lower ?? null },
  ].flatMap(({ text, y }) =>
    y === null
      ? []
      : [
          {
            y,
            borderColor: "transparent",
            label: {
              text,
              position: "right",
              textAnchor: "start",
              borderWidth: 0,
              offsetX: 6,
              offsetY: 5,
              style: { ...FONT, background: "transparent", color: MUTED },
            },
          },
        ],
  );
}

/** Month names may come from an API host as words, and ApexCharts takes markup: text stays text. */
export function tooltipHtml(reading: GraphReading, index: number): string {
  const { measure, line } = reading;
  const { month, details } = pointWords(
    reading,
    {
      events: eventsOf(measure, line)[index] ?? null,
      denominator: line.denominators[index] ?? null,
    },
    index,
  );
  return `<div class="chart-tooltip"><b>${escaped(month)}:</b> ${escaped(details.join(". "))}.</div>`;
}

function escaped(text: string): string {
  return text
    .replace(/&/g, "&amp;")
    .replace(/</g, "&lt;")
    .replace(/>/g, "&gt;")
    .replace(/"/g, "&quot;");
}
