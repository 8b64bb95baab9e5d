import { round, type Scale } from "./control-chart-scale";
import type { Spot } from "./text-places";

/** So many straight pieces look like a curve. */
const PIECES = 40;

/** Where the limits begin to bend, as a share of the width; left of it a piece leads to the edge. */
const SMALLEST_DRAWN = 0.01;
const AT_THE_EDGE = SMALLEST_DRAWN / 100;

/** Where sizes and rates are in the plot, in percent. */
export interface Place {
  x: (size: number) => number;
  y: Scale["y"];
}

/**
 * The lower and the upper limit from the edge where they enter the plot to its right edge; more points where they bend
 * more. The limits of every mark lie within the plot, so its own are never cut away.
 */
export function curves(
  largest: number,
  limitsAt: (size: number) => { lower: number; upper: number },
  { x, y }: Place,
): string {
  const sizes = [
    largest * AT_THE_EDGE,
    ...Array.from(
      { length: PIECES + 1 },
      (_, index) => largest * SMALLEST_DRAWN ** (1 - index / PIECES),
    ),
  ];
  return (["lower", "upper"] as const)
    .map((side) =>
      fromTheEdge(
        sizes.map((size) => ({ x: x(size), y: y(limitsAt(size)[side]) })),
      )
        .map(
          (point, index) => `${index === 0 ? "M" : "L"}${point.x} ${point.y}`,
        )
        .join(""),
    )
    .join("");
}

/** The points of a limit that are in the plot, and before them the one where it crosses the plot's edge. */
function fromTheEdge(points: readonly Spot[]): Spot[] {
  const first = points.findIndex(({ y }) => y >= 0 && y <= 100);
  const [before, entered] = [points[first - 1], points[first]];
  if (!entered) return [];
  const within = points.slice(first);
  if (!before) return within;
  const edge = before.y < 0 ? 0 : 100;
  const part = (edge - before.y) / (entered.y - before.y);
  const crossing = round(before.x + (entered.x - before.x) * part);
  return [{ x: crossing, y: edge }, ...within];
}
