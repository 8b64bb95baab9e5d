import { getNonce } from "get-nonce";
import { useMemo, useState } from "react";
import * as apex from "react-apexcharts";
import { chartSeries } from "./explorable-chart-lines";
import { chartOptions } from "./explorable-chart-options";
import type { GraphReading } from "./graph-reading";

// The package is CommonJS: what its default is depends on who bundles it.
const { default: packaged } = apex;
const ApexChart =
  "default" in packaged
    ? (packaged as { default: typeof packaged }).default
    : packaged;

/** Fewer months than these are no chart. */
const FEWEST = 3;

/** What each button makes of the months in sight: so many times as many, moved by a part of them. */
const BUTTONS = [
  { label: "Zoom in", factor: 0.5, shift: 0 },
  { label: "Zoom out", factor: 2, shift: 0 },
  { label: "Earlier", factor: 1, shift: -0.5 },
  { label: "Later", factor: 1, shift: 0.5 },
];

/** The months in sight, as ApexCharts counts them: from 1, both ends included. */
interface Range {
  min: number;
  max: number;
}

/** A chart by ApexCharts: dragging zooms, and pointing at a month tells it. The buttons zoom for those who cannot drag. */
export function ExplorableChart({
  name,
  reading,
  onReady,
}: {
  name: string;
  reading: GraphReading;
  onReady: () => void;
}) {
  const count = reading.chart.points.length;
  const [range, setRange] = useState<Range>({ min: 1, max: count });
  const [drawn, setDrawn] = useState<ApexCharts | null>(null);
  const options = useMemo(
    () =>
      chartOptions(reading, getNonce(), {
        mounted: (chart: ApexCharts) => {
          setDrawn(chart);
          onReady();
        },
        zoomed: (_, { xaxis }: { xaxis: Partial<Range> }) =>
          setRange({ min: xaxis.min ?? 1, max: xaxis.max ?? count }),
      }),
    [reading, count, onReady],
  );
  const series = useMemo(() => chartSeries(reading), [reading]);
  return (
    <>
      <div role="group" aria-label="Months shown" className="flex gap-2">
        {BUTTONS.map(({ label, factor, shift }) => {
          const next = nextRange(range, factor, shift, count);
          return (
            <button
              key={label}
              type="button"
              className="chart-button"
              // Not disabled: the focus would be lost with the last step.
              aria-disabled={next.min === range.min && next.max === range.max}
              onClick={() => drawn?.zoomX(next.min, next.max)}
            >
              {label}
            </button>
          );
        })}
      </div>
      <div role="img" aria-label={name} className="chart-drawn">
        <ApexChart type="line" height={396} options={options} series={series} />
      </div>
    </>
  );
}

function nextRange(
  { min, max }: Range,
  factor: number,
  shift: number,
  count: number,
): Range {
  const months = Math.round((max - min + 1) * factor);
  const length = Math.min(Math.max(months, FEWEST), count);
  const start = Math.round((min + max - length + 1) / 2 + shift * length);
  const first = Math.min(Math.max(start, 1), count - length + 1);
  return { min: first, max: first + length - 1 };
}
