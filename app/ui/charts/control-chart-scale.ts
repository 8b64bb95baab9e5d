export interface DrawnPoint {
  value: number | null;
  lower: number | null;
  upper: number | null;
  outside: "above" | "below" | null;
}

export interface DrawnMean {
  from: number;
  to: number;
  value: number;
}

export interface Scale {
  /** Bottom to top, evenly spaced. */
  ticks: number[];
  decimals: number;
  y: (value: number) => number;
}

/** Steps of an axis that are easy to read, by their first digits. */
const STEPS = [1, 2, 2.5, 5, 10];

/** So many steps of values; with the ends rounded outwards, three to five lines for the eye. */
const MOST_STEPS = 3;
const FEWEST_STEPS = 2;

/** The axis starts at zero if the lowest value is below this share of the highest. */
const FROM_ZERO_BELOW = 0.35;

/** Values count as equal where they differ by less than this part of the highest: floating point sums miss by the last bits. */
const ALIKE = 1e-9;

const NOTHING = 1e-9;

/** Begins and ends at a tick; a percent axis ends at 100 (R487). */
export function scaleOf(
  centre: number | null,
  points: readonly DrawnPoint[],
  means: readonly DrawnMean[] = [],
  unit = "",
): Scale {
  const drawn = points
    .flatMap(({ value, lower, upper }) => [value, lower, upper])
    .concat(
      centre,
      means.map(({ value }) => value),
    )
    .filter((number) => number !== null);
  const highest = Math.max(...drawn, 0);
  const lowest = Math.min(...drawn, highest);
  const base =
    lowest < highest * FROM_ZERO_BELOW ? Math.min(lowest, 0) : lowest;
  const spread = highest - base;
  const step = stepFor(
    [spread, highest].find((height) => height > highest * ALIKE + NOTHING) ?? 1,
  );
  const lowestStep = Math.floor(base / step + 1e-9);
  const top = Math.ceil(highest / step - 1e-9);
  // Each step divides 100. A host may send more.
  const hundred = Math.round(100 / step);
  const most = unit === "%" && top <= hundred ? hundred : Infinity;
  const last = Math.min(Math.max(top, lowestStep + FEWEST_STEPS), most);
  const first = Math.min(lowestStep, last - FEWEST_STEPS);
  const bottom = first * step;
  const height = (last - first) * step;
  const decimals = decimalsOf(step);
  return {
    ticks: Array.from({ length: last - first + 1 }, (_, index) =>
      Number(((first + index) * step).toFixed(decimals)),
    ),
    decimals,
    y: (value) => round(100 - ((value - bottom) / height) * 100),
  };
}

export function middleOf(index: number, count: number): number {
  return round(((index + 0.5) / count) * 100);
}

/**
 * Breaks where a value is missing. A band is two units wide, so that its edges and its middle are whole numbers; the
 * height is 100.
 */
export function linePath(points: readonly DrawnPoint[], { y }: Scale): string {
  let isBegun = false;
  return points
    .map(({ value }, index) => {
      if (value === null) {
        isBegun = false;
        return "";
      }
      const command = isBegun ? "L" : "M";
      isBegun = true;
      return `${command}${2 * index + 1} ${y(value)}`;
    })
    .join("");
}

/** One step per point, to half a percent of the height. It begins again at `breaks`. */
export function stepPath(
  points: readonly DrawnPoint[],
  limit: "lower" | "upper",
  { y }: Scale,
  breaks: readonly number[] = [],
): string {
  const tops = points.map((point) => {
    const value = point[limit];
    return value === null ? null : Math.round(y(value) * 2) / 2;
  });
  return tops
    .map((top, index) => {
      if (top === null) return "";
      const topAt = (at: number, isBroken: boolean) =>
        isBroken ? null : (tops[at] ?? null);
      const before = topAt(index - 1, breaks.includes(index));
      const start = before === null ? `M${2 * index} ${top}` : `V${top}`;
      return [
        top === before ? "" : start,
        top === topAt(index + 1, breaks.includes(index + 1))
          ? ""
          : `H${2 * index + 2}`,
      ].join("");
    })
    .join("");
}

/**
 * Filled by even and odd, the areas of both limits leave the one between them. Repeats the lines, which adds little
 * to a compressed page.
 */
export function areasBelow(steps: string): string {
  return steps.replace(/M(\S+) [^M]*/g, "$&V100H$1Z");
}

function stepFor(height: number): number {
  const rough = height / MOST_STEPS;
  const power = 10 ** Math.floor(Math.log10(rough));
  const digits = STEPS.find((step) => step * power >= rough * (1 - 1e-9));
  return (digits ?? 10) * power;
}

function decimalsOf(step: number): number {
  const decimals = [0, 1, 2, 3].find(
    (count) => Math.abs(Number(step.toFixed(count)) - step) < step * 1e-6,
  );
  return decimals ?? 4;
}

export function round(value: number): number {
  return Math.round(value * 10) / 10;
}
