import type { ControlChart, ControlPoint } from "./control-chart";

/**
 * Patterns that chance alone rarely makes, as NHSRplotthedots of the NHS programme 'Making Data Count' judges them:
 * `shift` (R391): seven or more months in a row on one side of the mean, more among many months; `trend`: seven or
 * more in a row, each higher or each lower than the one before; `near-limit`: two of three in the outer third, all on
 * one side. A month without a rate ends a pattern; one on the mean is on neither side. Gaps have patterns of their
 * own (R485). Rolling months share eleven of twelve months, so they are not judged (R118).
 */
export const RUN_RULES = ["shift", "trend", "near-limit"] as const;
export type RunRule = (typeof RUN_RULES)[number];

export interface RunSignal {
  rule: RunRule;
  /** The direction of a trend; for other patterns the side of the mean. */
  direction: "up" | "down";
  indexes: number[];
  /** So many gaps between rare events make it, which end in these months; absent where the months themselves do. */
  gaps?: number;
  /** A later gap has ended it; absent where it goes on. */
  isOver?: true;
}

/** Months that make a trend, and a shift of as many months as a graph has usually (R109). */
const RUN_LENGTH = 7;
const USUAL_POINTS = 18;

/** Months that are looked at together for those near to a limit, and how many of them make a signal. */
const NEAR_WINDOW = 3;
const NEAR_COUNT = 2;

const OUTER_THIRD = 2 / 3;

/** Differences below this part of the value are what sums of binary fractions leave. */
const ROUNDING = 1e-9;

/** The longest run expected by chance grows by one as the points double (Anhøj and Olesen 2014): seven for 18, eight for 26 to 50. */
export function shiftLength(points: number): number {
  const more = Math.round(Math.log2(points / USUAL_POINTS));
  return RUN_LENGTH + Math.max(0, more);
}

export function runSignals({ centre, points }: ControlChart): RunSignal[] {
  if (centre === null) return [];
  const values = points.map(({ value }) => value);
  const sides = values.map((value) => sideOf(centre, value));
  return [
    ...shiftsOf(centre, values),
    ...trendsOf(values),
    ...nearLimits(centre, points, sides),
  ];
}

type Values = readonly (number | null)[];

export function shiftsOf(centre: number, values: Values): RunSignal[] {
  const enough = shiftLength(values.filter((value) => value !== null).length);
  return runsOf(values.map((value) => sideOf(centre, value)))
    .filter(({ indexes }) => indexes.length >= enough)
    .map((run) => ({ rule: "shift", ...run }));
}

export function trendsOf(values: Values): RunSignal[] {
  const steps = values.map((value, index) =>
    sideOf(values[index - 1] ?? null, value),
  );
  // A run of steps begins one value before its first step.
  return runsOf(steps)
    .map(({ direction, indexes }): RunSignal => ({
      rule: "trend",
      direction,
      indexes: [(indexes[0] ?? 0) - 1, ...indexes],
    }))
    .filter(({ indexes }) => indexes.length >= RUN_LENGTH);
}

type Direction = RunSignal["direction"] | null;

export function sideOf(from: number | null, to: number | null): Direction {
  if (from === null || to === null) return null;
  const slack = ROUNDING * Math.max(Math.abs(from), Math.abs(to));
  if (Math.abs(to - from) <= slack) return null;
  return to > from ? "up" : "down";
}

function runsOf(
  directions: readonly Direction[],
): Pick<RunSignal, "direction" | "indexes">[] {
  const runs: Pick<RunSignal, "direction" | "indexes">[] = [];
  directions.forEach((one, index) => {
    if (one === null) return;
    const last = runs[runs.length - 1];
    if (last?.direction === one && last.indexes.includes(index - 1)) {
      last.indexes.push(index);
    } else {
      runs.push({ direction: one, indexes: [index] });
    }
  });
  return runs;
}

/** Windows that share a month make one signal. */
function nearLimits(
  centre: number,
  points: readonly ControlPoint[],
  sides: readonly Direction[],
): RunSignal[] {
  const signals: RunSignal[] = [];
  for (let end = NEAR_WINDOW - 1; end < points.length; end += 1) {
    const window = [end - 2, end - 1, end];
    const side = sides[end] ?? null;
    if (side === null || window.some((index) => sides[index] !== side)) {
      continue;
    }
    const near = window.filter((index) => isNearLimit(centre, points[index]));
    if (near.length < NEAR_COUNT) continue;
    const open = signals[signals.length - 1];
    if (
      open?.direction === side &&
      near.some((index) => open.indexes.includes(index))
    ) {
      open.indexes = [...new Set([...open.indexes, ...near])];
    } else {
      signals.push({ rule: "near-limit", direction: side, indexes: near });
    }
  }
  return signals;
}

/** Limits are symmetric unless clipped, so the farther one is used. A value on it is a share of 100 %, and does not count. */
function isNearLimit(centre: number, point: ControlPoint | undefined): boolean {
  if (!point || point.outside !== null) return false;
  const { value, lower, upper } = point;
  if (value === null || lower === null || upper === null) return false;
  const reach = Math.max(upper - centre, centre - lower);
  const distance = Math.abs(value - centre);
  return distance > OUTER_THIRD * reach && distance < reach;
}
