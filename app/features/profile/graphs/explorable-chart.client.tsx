import { getNonce } from "get-nonce";
import { useEffect, useMemo, useRef, useState, type RefObject } from "react";
import * as apex from "react-apexcharts";
import type {
  DrawnChart,
  ExplorableChartProps,
} from "./explorable-chart-props";
import {
  chartOptions,
  chartSeries,
  type ChartLook,
} from "./explorable-chart-options";
import { useEscapeFromBubble } from "./explorable-bubble";
import type { ChartColours } from "./explorable-chart-marks";
import {
  moveRange,
  nextMonth,
  zoomRange,
  type MonthRange,
} from "./explorable-range";

// The package is CommonJS: what its default is depends on who bundles it.
const { default: packaged } = apex;
const ApexChart =
  "default" in packaged
    ? (packaged as { default: typeof packaged }).default
    : packaged;

const COLOURS = [
  "ink",
  "muted",
  "hairline",
  "paper",
  "accent",
  "bad",
  "good",
] as const satisfies readonly (keyof ChartColours)[];

/**
 * A graph to explore: drag or the buttons zoom, a tooltip tells each month, and the arrow keys, Home and End go from
 * month to month, which is read aloud.
 */
export function ExplorableChart({
  name,
  isReady,
  onReady,
  drawn,
}: ExplorableChartProps) {
  const { chart, words } = drawn;
  const count = chart.points.length;
  const all: MonthRange = { from: 0, to: count - 1 };
  const [range, setRange] = useState(all);
  const [month, setMonth] = useState<number | null>(null);
  const wrapper = useRef<HTMLDivElement>(null);
  const look = useLook(wrapper);
  useEscapeFromBubble(wrapper);
  const isInSight = month !== null && month >= range.from && month <= range.to;
  const active = isInSight ? month : null;
  const word = words[active ?? -1];
  const actions = [
    { label: "Zoom in", next: zoomRange(range, active, 0.5, count) },
    { label: "Zoom out", next: zoomRange(range, active, 2, count) },
    { label: "Earlier", next: moveRange(range, -1, count) },
    { label: "Later", next: moveRange(range, 1, count) },
    { label: "All months", next: all },
  ];

  return (
    <div
      ref={wrapper}
      className={`chart-live ${isReady ? "" : "invisible"} print:hidden`}
    >
      <div role="group" aria-label="Zoom" className="flex flex-wrap gap-2">
        {actions.map(({ label, next }) => (
          <button
            key={label}
            type="button"
            className="chart-button"
            // Not disabled: the focus would be lost with the last step.
            aria-disabled={isSame(next, range)}
            onClick={() => setRange(next)}
          >
            {label}
          </button>
        ))}
      </div>
      {/* What is new in it is read aloud as the value below. */}
      <div className="chart-readout">
        {word ? (
          <p>
            <strong className="font-semibold">{word.month}:</strong>{" "}
            {word.details.join(". ")}.
          </p>
        ) : null}
      </div>
      <div
        role="slider"
        aria-label={`${name}: arrow keys go from month to month`}
        aria-valuemin={1}
        aria-valuemax={count}
        aria-valuenow={(active ?? range.to) + 1}
        aria-valuetext={words[active ?? range.to]?.brief}
        tabIndex={0}
        onKeyDown={(event) => {
          const next = nextMonth(event.key, active, range);
          if (next === null) return;
          event.preventDefault();
          setMonth(next);
        }}
      >
        {look ? (
          <Drawing
            drawn={drawn}
            onReady={onReady}
            range={range}
            active={active}
            look={look}
            onZoom={setRange}
          />
        ) : null}
      </div>
    </div>
  );
}

function isSame(one: MonthRange, other: MonthRange): boolean {
  return one.from === other.from && one.to === other.to;
}

function Drawing({
  drawn,
  range,
  active,
  look,
  onReady,
  onZoom,
}: {
  drawn: DrawnChart;
  range: MonthRange;
  active: number | null;
  look: ChartLook;
  onReady: () => void;
  onZoom: (range: MonthRange) => void;
}) {
  const options = useMemo(
    () =>
      chartOptions(
        drawn,
        { range, active, look, nonce: getNonce() },
        { onReady, onZoom },
      ),
    [drawn, range, active, look, onReady, onZoom],
  );
  const series = useMemo(() => chartSeries(drawn.chart), [drawn.chart]);
  return (
    <ApexChart type="line" height={396} options={options} series={series} />
  );
}

/** What a change of makes the chart look different. */
const QUERIES = [
  "(prefers-color-scheme: dark)",
  "(forced-colors: active)",
  "(max-width: 479px)",
] as const;

/** The colours of the sheet as they are in force here, and how wide the screen is; null until they are known. */
function useLook(element: RefObject<HTMLElement>): ChartLook | null {
  const [look, setLook] = useState<ChartLook | null>(null);
  useEffect(() => {
    const lists = QUERIES.map((query) => window.matchMedia(query));
    const read = () => {
      if (!element.current) return;
      const style = getComputedStyle(element.current);
      const colours = COLOURS.map((name) => [
        name,
        style.getPropertyValue(`--${name}`).trim(),
      ]);
      setLook({
        colours: Object.fromEntries(colours) as ChartColours,
        isNarrow: lists[lists.length - 1]?.matches === true,
      });
    };
    read();
    for (const list of lists) list.addEventListener("change", read);
    return () => {
      for (const list of lists) list.removeEventListener("change", read);
    };
  }, [element]);
  return look;
}
