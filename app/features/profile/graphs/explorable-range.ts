/** The months in sight, by their places, both ends included. */
export interface MonthRange {
  from: number;
  to: number;
}

/** Fewer months than these are no chart. */
const FEWEST = 3;

/** A range `factor` times as long around a month, or around its own middle, within all of the months. */
export function zoomRange(
  { from, to }: MonthRange,
  around: number | null,
  factor: number,
  count: number,
): MonthRange {
  const length = Math.min(
    count,
    Math.max(FEWEST, Math.round((to - from + 1) * factor)),
  );
  const middle = around ?? (from + to) / 2;
  const start = Math.round(middle - (length - 1) / 2);
  return within(start, length, count);
}

/** The range as long as before, moved by half of its length to earlier (-1) or later (1). */
export function moveRange(
  { from, to }: MonthRange,
  direction: -1 | 1,
  count: number,
): MonthRange {
  const length = to - from + 1;
  const step = Math.max(1, Math.floor(length / 2));
  return within(from + direction * step, length, count);
}

/** The range that was drawn over a chart, as whole months. */
export function drawnRange(
  min: number,
  max: number,
  count: number,
): MonthRange {
  const from = Math.round(min);
  return within(from, Math.max(FEWEST, Math.round(max) - from + 1), count);
}

/** The month that a key leads to; null for a key that leads nowhere. The first arrow starts at the newest month. */
export function nextMonth(
  key: string,
  active: number | null,
  { from, to }: MonthRange,
): number | null {
  switch (key) {
    case "ArrowLeft":
    case "ArrowDown":
      return active === null ? to : Math.max(from, active - 1);
    case "ArrowRight":
    case "ArrowUp":
      return active === null ? to : Math.min(to, active + 1);
    case "Home":
      return from;
    case "End":
      return to;
    default:
      return null;
  }
}

function within(start: number, length: number, count: number): MonthRange {
  const fitting = Math.min(length, count);
  const from = Math.min(Math.max(0, start), count - fitting);
  return { from, to: from + fitting - 1 };
}
