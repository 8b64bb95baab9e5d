import type { RateMeasure } from "../figures/rate-measures";
import {
  FEWEST_OF_PHASE,
  partsOf,
  type ChartPart,
  type ChartPhases,
} from "./chart-phases";
import {
  measureChart,
  verdictOf,
  type ControlChart,
  type ControlPoint,
} from "./control-chart";
import type { GraphMode } from "./graph-modes";
import type { MeasureLine } from "./measure-line";
import { RUN_RULES, runSignals, type RunSignal } from "./run-rules";

/** The months of one measure as they are judged. */
export interface JudgedSeries {
  /** All points, each with the limits of its phase, and the mean of the newest phase. */
  chart: ControlChart;
  /** Empty for rolling points, whose patterns are not judged (R118). */
  signals: RunSignal[];
  /** One for each phase, oldest first; one alone where nobody has begun a phase. */
  parts: JudgedPart[];
}

/** A stretch of a chart with a mean of its own. */
export interface JudgedPart extends ChartPart {
  /** From `judgedFrom` on; null where nothing is known. */
  centre: number | null;
  /** Its points are too few for limits of their own. */
  isShort: boolean;
}

/** How many months from the first can be judged: `settled` for the 30-day rates, `told` for the others. */
export interface JudgedMonths {
  settled: number;
  told: number;
}

type Measure = Pick<RateMeasure, "chart" | "multiplier">;
type Judged = Pick<JudgedSeries, "chart" | "signals">;

/**
 * Judges one measure in a mode: every screen and call that names a signal asks here, so that all agree. With `phases`
 * each of them is judged by itself: no mean, limit or pattern reaches from one to another (R376).
 */
export function judgeSeries(
  measure: Measure,
  line: MeasureLine,
  months: JudgedMonths,
  mode: GraphMode,
  phases?: ChartPhases,
): JudgedSeries {
  const count = line.rates.length;
  const parts = partsOf(
    phases ?? { first: 0, begun: [], frozen: [] },
    count,
    mode,
  );
  const judged = parts.map((part) => {
    const { chart, signals } = judgePart(measure, line, months, mode, part);
    const isShort =
      parts.length > 1 && part.baseline === null && isTooShort(chart);
    return {
      part: { ...part, centre: chart.centre, isShort },
      points: [
        ...unjudged(measure, line, part),
        ...(isShort ? chart.points.map(withoutLimits) : chart.points),
      ],
      signals: isShort ? [] : signals,
    };
  });
  const all = judged.flatMap(({ signals }) => signals);
  return {
    chart: {
      centre: judged[judged.length - 1]?.part.centre ?? null,
      points: judged.flatMap(({ points }) => points),
    },
    signals: RUN_RULES.flatMap((rule) =>
      all.filter((signal) => signal.rule === rule),
    ),
    parts: judged.map(({ part }) => part),
  };
}

/** The mean at a place of the series; null where its point is of two phases. */
export function meanAt(
  parts: readonly JudgedPart[],
  index: number,
): number | null {
  const part = parts.find(({ from, to }) => index >= from && index <= to);
  return part && index >= part.judgedFrom ? part.centre : null;
}

/** The points of one phase alone. */
function judgePart(
  measure: Measure,
  line: MeasureLine,
  { settled, told }: JudgedMonths,
  mode: GraphMode,
  { judgedFrom, to, baseline }: ChartPart,
): Judged {
  const own = sliced(line, judgedFrom, to + 1);
  const within = (months: number) =>
    Math.min(Math.max(months - judgedFrom, 0), own.rates.length);
  const months = { settled: within(settled), told: within(told) };
  const { chart, signals } = baseline
    ? judgeFrozen(measure, own, months, mode, baseline.line)
    : judgeWhole(measure, own, months, mode);
  return {
    chart,
    signals: signals.map((signal) => ({
      ...signal,
      indexes: signal.indexes.map((index) => index + judgedFrom),
    })),
  };
}

function judgeWhole(
  measure: Measure,
  line: MeasureLine,
  { settled, told }: JudgedMonths,
  mode: GraphMode,
): Judged {
  const chart = measureChart(measure, line, settled, told);
  return { chart, signals: mode === "mom" ? runSignals(chart) : [] };
}

/** The months of the baseline stand before the others, and make mean and limits alone. */
function judgeFrozen(
  measure: Measure,
  line: MeasureLine,
  { settled, told }: JudgedMonths,
  mode: GraphMode,
  frozen: MeasureLine,
): Judged {
  const count = frozen.rates.length;
  const whole = {
    rates: [...frozen.rates, ...line.rates],
    denominators: [...frozen.denominators, ...line.denominators],
  };
  const { chart } = judgeWhole(
    measure,
    whole,
    { settled: count, told: count },
    mode,
  );
  const judged = measure.chart === "p" ? settled : told;
  const points = chart.points
    .slice(count)
    .map((point, index) => (index < judged ? closed(point) : point));
  const shown = { ...chart, points };
  return { chart: shown, signals: mode === "mom" ? runSignals(shown) : [] };
}

/** Rolling points that reach back into the phase before: shown, and judged by nobody. */
function unjudged(
  measure: Measure,
  line: MeasureLine,
  { from, judgedFrom }: ChartPart,
): ControlPoint[] {
  const own = sliced(line, from, judgedFrom);
  return measureChart(measure, own).points.map(withoutLimits);
}

function sliced(
  { rates, denominators }: MeasureLine,
  from: number,
  to: number,
): MeasureLine {
  return {
    rates: rates.slice(from, to),
    denominators: denominators.slice(from, to),
  };
}

function isTooShort({ points }: ControlChart): boolean {
  const judged = points.filter(
    ({ value, isOpen }) => value !== null && !isOpen,
  );
  return judged.length < FEWEST_OF_PHASE;
}

function withoutLimits(point: ControlPoint): ControlPoint {
  return { ...point, lower: null, upper: null, outside: null };
}

function closed({ isOpen: _, ...point }: ControlPoint): ControlPoint {
  const { value, lower, upper } = point;
  return { ...point, outside: verdictOf(value, lower, upper) };
}
