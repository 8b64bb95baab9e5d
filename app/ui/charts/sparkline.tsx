/** Units of a line: from point to point, and from top to bottom. */
export const SPARKLINE_STEP = 3;
export const SPARKLINE_HEIGHT = 16;

/** A series without axes, for its shape alone; it decorates, so words beside it must say what matters. */
export function Sparkline({ path, points }: { path: string; points: number }) {
  return (
    <svg
      className="sparkline"
      viewBox={`0 0 ${(points - 1) * SPARKLINE_STEP} ${SPARKLINE_HEIGHT}`}
      aria-hidden="true"
    >
      <path d={path} />
    </svg>
  );
}
