import {
  Component,
  lazy,
  Suspense,
  useCallback,
  useEffect,
  useMemo,
  useState,
  type ReactNode,
} from "react";
import { eventsOf } from "~/domain/graphs/control-chart";
import {
  formatRate,
  outsideWords,
  pointWords,
} from "~/domain/graphs/graph-words";
import type { DrawnChart } from "./explorable-chart-props";
import type { GraphReading } from "./graph-reading";

const ExplorableChart = lazy(async () => {
  const { ExplorableChart } = await import("./explorable-chart.client");
  return { default: ExplorableChart };
});

/**
 * The picture of a graph, and over it, as soon as it has come, the chart that can be explored: with zoom, a tooltip
 * and arrow keys. It is fetched one frame after this is mounted, so that the picture is painted first, and never where
 * the user saves data; until it stands, and where it does not come, the picture stays. Both have the same height, so
 * nothing jumps.
 */
export function GraphExplorer({
  reading,
  children,
}: {
  reading: GraphReading;
  children: ReactNode;
}) {
  const isWanted = useIsWanted();
  const [isReady, setIsReady] = useState(false);
  const onReady = useCallback(() => setIsReady(true), []);
  const drawn = useMemo(() => drawnChart(reading), [reading]);
  if (reading.chart.centre === null) return children;
  return (
    <div className="chart-stage">
      <div className={isReady ? "invisible print:visible" : undefined}>
        {children}
      </div>
      {isWanted ? (
        <Fallback>
          <Suspense fallback={null}>
            <ExplorableChart
              name={reading.measure.title}
              drawn={drawn}
              isReady={isReady}
              onReady={onReady}
            />
          </Suspense>
        </Fallback>
      ) : null}
    </div>
  );
}

function drawnChart(reading: GraphReading): DrawnChart {
  const { measure, line, chart, months, labels, signals } = reading;
  const events = eventsOf(measure, line);
  return {
    chart,
    labels: labels.all,
    datedLabels: months.map((month) =>
      month.replace(/^(\S{3})\S*/, "$1").split(" "),
    ),
    words: months.map((month, index) => ({
      ...pointWords(
        reading,
        {
          events: events[index] ?? null,
          denominator: line.denominators[index] ?? null,
        },
        index,
      ),
      brief: briefOf(month, reading, index),
    })),
    marked: signals.flatMap(({ indexes }) => indexes),
    tickUnit: measure.unit === "percent" ? "%" : "",
    violations: chart.points.map(({ value, outside }) =>
      outside === null ? "" : formatRate(measure, value),
    ),
    formatRate: (value) => formatRate(measure, value),
  };
}

/** 'March 2026: 24.10%, above upper limit'. */
function briefOf(
  month: string,
  { measure, chart }: GraphReading,
  index: number,
): string {
  const point = chart.points[index];
  if (!point || point.value === null) return `${month}: no rate`;
  const status =
    point.outside === null && point.lower !== null && !point.isOpen
      ? "within its limits"
      : outsideWords(point).toLowerCase();
  return `${month}: ${formatRate(measure, point.value)}, ${status}`;
}

/** True once scripts run here, unless the user saves data. */
function useIsWanted(): boolean {
  const [isWanted, setIsWanted] = useState(false);
  useEffect(() => {
    if (navigator.connection?.saveData) return;
    // The picture goes on the screen first.
    const frame = requestAnimationFrame(() => setIsWanted(true));
    return () => cancelAnimationFrame(frame);
  }, []);
  return isWanted;
}

/** A chart that does not come, or fails, leaves the picture alone: it says the same. */
class Fallback extends Component<
  { children: ReactNode },
  { hasFailed: boolean }
> {
  override state = { hasFailed: false };

  static getDerivedStateFromError() {
    return { hasFailed: true };
  }

  override render() {
    return this.state.hasFailed ? null : this.props.children;
  }
}
