import {
  SPARKLINE_HEIGHT as HEIGHT,
  SPARKLINE_STEP as STEP,
} from "./sparkline";

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
