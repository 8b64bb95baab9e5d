import type { ApexOptions } from "apexcharts";
import { getNonce } from "get-nonce";
import { useMemo } from "react";
import * as apex from "react-apexcharts";
import { scaleOfPicture } from "./graph-figure";
import type { GraphReading } from "./graph-reading";
import { pointHtml, type MonthsShown } from "./zoomed-graph";

// The package is CommonJS: what its default is depends on who bundles it.
const { default: packaged } = apex;
const ApexChart =
  "default" in packaged
    ? (packaged as { default: typeof packaged }).default
    : packaged;

/**
 * Only for ApexCharts, so that it comes with its script: the tooltip stands above the chart and is as wide, colours of the
 * system are kept, and marks do not fade for readers who want no motion.
 */
const STYLES = `
.chart-live .apexcharts-tooltip {
  top: auto !important;
  right: -58px !important;
  bottom: calc(100% + 18px) !important;
  left: -40px !important;
  white-space: normal !important;
  border: 0 !important;
  background: var(--paper) !important;
  box-shadow: none !important;
  color: var(--ink) !important;
  font-size: 0.875rem !important;
  line-height: 1.4 !important;
}
@media (forced-colors: active) {
  .chart-live { --ink: CanvasText; --accent: LinkText; --paper: Canvas; }
}
@media (prefers-reduced-motion: reduce) {
  .apexcharts-canvas * { transition-duration: 0s !important; }
}`;

/** Adds the month under the pointer to a picture, and months to choose by dragging. It lies over the plot, and draws nothing else. */
export function PointedChart({
  reading,
  onDrag,
}: {
  reading: GraphReading;
  onDrag: (months: MonthsShown) => void;
}) {
  const options = useMemo(
    () => optionsOf(reading, onDrag),
    // Each call of the parent makes a new `onDrag`; this is mounted for one range alone.
    // eslint-disable-next-line react-hooks/exhaustive-deps
    [reading],
  );
  const data = reading.chart.points.map(({ value }, index) => ({
    x: index + 1,
    y: value,
  }));
  return (
    <>
      <style nonce={getNonce()}>{STYLES}</style>
      <ApexChart
        type="line"
        height="100%"
        options={options}
        series={[{ name: "Rate", data }]}
      />
    </>
  );
}

function optionsOf(
  reading: GraphReading,
  onDrag: (months: MonthsShown) => void,
): ApexOptions {
  const nonce = getNonce();
  const { ticks } = scaleOfPicture(reading);
  const count = reading.chart.points.length;
  return {
    chart: {
      ...(nonce && { nonce }),
      fontFamily: "inherit",
      background: "transparent",
      animations: { enabled: false },
      // Only the plot, as large as its element.
      sparkline: { enabled: true },
      toolbar: { show: false, autoSelected: "selection" },
      zoom: { enabled: false },
      selection: { enabled: true, type: "x" },
      events: {
        selection: (_, { xaxis }: { xaxis: { min: number; max: number } }) =>
          onDrag({
            from: Math.max(Math.round(xaxis.min), 1) - 1,
            to: Math.min(Math.round(xaxis.max), count) - 1,
          }),
      },
    },
    // Colours of the style sheet, which follow the colour scheme.
    colors: ["var(--accent)"],
    stroke: { width: 0 },
    markers: { size: 0, hover: { size: 6 }, strokeColors: "var(--paper)" },
    // As wide as the picture: each month has a band.
    xaxis: {
      type: "numeric",
      min: 0.5,
      max: count + 0.5,
      crosshairs: { stroke: { color: "var(--muted)" } },
    },
    yaxis: { min: ticks[0], max: ticks[ticks.length - 1], show: false },
    tooltip: {
      shared: true,
      intersect: false,
      // ApexCharts writes a title of its own as markup before the custom text replaces it.
      x: { formatter: () => "" },
      // It stands above the chart, where it hides nothing (WCAG 1.4.13).
      fixed: { enabled: true },
      custom: ({ dataPointIndex }: { dataPointIndex: number }) =>
        pointHtml(reading, dataPointIndex),
    },
  };
}
