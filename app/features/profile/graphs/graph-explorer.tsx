import {
  Component,
  lazy,
  Suspense,
  useEffect,
  useState,
  type ReactNode,
} from "react";
import { useHydrated } from "~/rendering/hydration";
import { GraphPicture } from "./graph-figure";
import { isDrawn, type GraphReading } from "./graph-reading";
import { allMonths, stepped, zoomedTo } from "./zoomed-graph";

const PointedChart = lazy(async () => {
  const { PointedChart } = await import("./pointed-chart.client");
  return { default: PointedChart };
});

/** What each button makes of the months in sight: so many times as many, moved by a part of them. */
const BUTTONS = [
  { label: "Zoom in", factor: 0.5, shift: 0 },
  { label: "Zoom out", factor: 2, shift: 0 },
  { label: "Earlier", factor: 1, shift: -0.5 },
  { label: "Later", factor: 1, shift: 0.5 },
];

/**
 * The picture of a graph, the same with scripts and without. Scripts show fewer of its months, and lay a chart over it
 * that says the month under the pointer. That one is fetched a frame after this is mounted, so that the picture is
 * painted first, and never where the user saves data. Buttons zoom for those who cannot drag.
 */
export function GraphExplorer({ reading }: { reading: GraphReading }) {
  const isWanted = useIsWanted();
  const isHydrated = useHydrated();
  const count = reading.chart.points.length;
  const [months, setMonths] = useState(() => allMonths(count));
  const shown = zoomedTo(reading, months);
  if (!isDrawn(reading)) return null;
  return (
    <>
      <div className="chart-stage">
        <GraphPicture reading={shown} size="full" />
        {isWanted ? (
          <Fallback>
            <div className="chart-live print:hidden" aria-hidden="true">
              <Suspense fallback={null}>
                <PointedChart
                  // Apex keeps what was dragged over.
                  key={`${months.from} ${months.to}`}
                  reading={shown}
                  onDrag={({ from, to }) =>
                    setMonths(
                      stepped(
                        { from: months.from + from, to: months.from + to },
                        { factor: 1, shift: 0 },
                        count,
                      ),
                    )
                  }
                />
              </Suspense>
            </div>
          </Fallback>
        ) : null}
      </div>
      {isHydrated ? (
        <div
          role="group"
          aria-label="Months shown"
          className="flex flex-wrap gap-2 print:hidden"
        >
          {BUTTONS.map(({ label, ...step }) => {
            const next = stepped(months, step, count);
            return (
              <button
                key={label}
                type="button"
                className="chart-button"
                // Not disabled: the focus would be lost with the last step.
                aria-disabled={
                  next.from === months.from && next.to === months.to
                }
                onClick={() => setMonths(next)}
              >
                {label}
              </button>
            );
          })}
        </div>
      ) : null}
    </>
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

/** Where the chart over the picture does not come, or fails, the picture and the table say the same. */
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
