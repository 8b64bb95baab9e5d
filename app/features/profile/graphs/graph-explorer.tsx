import {
  Component,
  lazy,
  Suspense,
  useCallback,
  useEffect,
  useState,
  type ReactNode,
} from "react";
import { pictureName } from "./graph-figure";
import { isDrawn, type GraphReading } from "./graph-reading";

const ExplorableChart = lazy(async () => {
  const { ExplorableChart } = await import("./explorable-chart.client");
  return { default: ExplorableChart };
});

/**
 * The picture of a graph, and in its place, as soon as it has come, the chart to explore. That is fetched one frame after
 * this is mounted, so that the picture is painted first, and never where the user saves data. Where it does not come, the
 * picture stays. Both have the same height, so nothing jumps.
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
  if (!isDrawn(reading)) return children;
  return (
    <div className="chart-stage">
      <div className={isReady ? "invisible print:visible" : undefined}>
        {children}
      </div>
      {isWanted ? (
        <Fallback>
          <div
            className={`chart-live print:hidden ${isReady ? "" : "invisible"}`}
          >
            <Suspense fallback={null}>
              <ExplorableChart
                name={pictureName(reading)}
                reading={reading}
                onReady={onReady}
              />
            </Suspense>
          </div>
        </Fallback>
      ) : null}
    </div>
  );
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
