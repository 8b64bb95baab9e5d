/** Units of a line: from point to point, and from top to bottom. */
const STEP = 3;
const HEIGHT = 16;

/** A series without axes, for its shape alone; it decorates, so words beside it must say what matters. */
export function Sparkline({ path, points }: { path: string; points: number }) {
  return (
    <svg
      className="sparkline"
      viewBox={`0 0 ${(points - 1) * STEP} ${HEIGHT}`}
      aria-hidden="true"
    >
      <path d={path} />
    </svg>
  );
}

/** Room for half of the line's width. */
const MARGIN = 1;
/** A line that moves by less than this share of its top stays flat: a wiggle is no trend. */
const SMALLEST_SPAN = 0.25;

/**
 * Whole units keep the path short; a missing value leaves a gap. Null with fewer than two values, which have no
 * shape.
 */
export function sparklinePath(
  values: readonly (number | null)[],
): string | null {
  if (values.filter((value) => value !== null).length < 2) return null;
  const heightOf = heights(values);
  let path = "";
  let last: { index: number; y: number } | null = null;
  for (const [index, value] of values.entries()) {
    if (value === null) {
      last = null;
      continue;
    }
    const y = heightOf(value);
    const dy: number = last ? y - last.y : 0;
    if (!last) path += `M${index * STEP} ${y}`;
    else path += `l${STEP}${dy < 0 ? "" : " "}${dy}`;
    // A value between two gaps is a dot with round ends. Some browsers draw no line without length.
    if (!last && (values[index + 1] ?? null) === null) path += "h1";
    last = { index, y };
  }
  return path;
}

function heights(values: readonly (number | null)[]) {
  const known = values.filter((value) => value !== null);
  const top = Math.max(...known);
  const bottom = Math.min(...known);
  const span = Math.max(top - bottom, Math.abs(top) * SMALLEST_SPAN) || 1;
  const middle = (top + bottom) / 2;
  const room = HEIGHT - 2 * MARGIN;
  return (value: number) =>
    Math.round(HEIGHT / 2 - ((value - middle) / span) * room);
}
