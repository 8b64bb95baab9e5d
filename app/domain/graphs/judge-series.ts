import type { RateMeasure } from "../figures/rate-measures";
import {
  isOfGaps,
  methodFor,
  type JudgedMonths,
  type MethodUsed,
} from "./chart-method";
import {
  FEWEST_OF_PHASE,
  partsOf,
  type ChartPart,
  type ChartPhases,
} from "./chart-phases";
import {
  judgedCount,
  measureChart,
  verdictOf,
  type ControlChart,
  type ControlPoint,
} from "./control-chart";
import type { GraphMode } from "./graph-modes";
import type { MeasureLine } from "./measure-line";
import {
  judgeGaps,
  type DatedEvent,
  type GapChart,
  type GapMethod,
} from "./rare-events";
import { RUN_RULES, runSignals, type RunSignal } from "./run-rules";

/** The months of one measure as they are judged, with the method of the newest phase. */
export interface JudgedSeries extends MethodUsed {
  /** All points, each with the limits of its phase, and the mean of the newest phase. */
  chart: ControlChart;
  /** Empty for rolling points, whose patterns are not judged (R118). */
  signals: RunSignal[];
  /** Those of the newest phase, where it has limits. */
  gaps: GapChart | null;
  /** One for each phase, oldest first; one alone where nobody has begun a phase. */
  parts: JudgedPart[];
}

/** A stretch of a chart with a mean of its own. */
export interface JudgedPart extends ChartPart, MethodUsed {
  /** From `judgedFrom` on; null where nothing is known. */
  centre: number | null;
  /** Its points are too few for limits of their own. */
  isShort: boolean;
  /** The gaps between its events, where these are rare (R362). */
  gaps: GapChart | null;
}

/** What else is known of a series, and how its reader wants it. */
export interface JudgedWith {
  /** The single months of a rolling line: how much they differ widens the limits of their sums too. */
  months?: MeasureLine;
  /** The events behind its months, in their order and in the unit of the measure; absent where their days are not known. */
  events?: readonly DatedEvent[];
  /** Limits by chance alone, whatever the months are like. */
  isPlain?: boolean;
}

type Measure = Pick<RateMeasure, "chart" | "multiplier">;
type Judged = Pick<JudgedSeries, "chart" | "signals" | "gaps">;

/** A stretch of a chart with what its limits are made of. */
interface PartAsked {
  part: ChartPart;
  judged: JudgedMonths;
  mode: GraphMode;
  used: MethodUsed;
  events: readonly DatedEvent[];
}

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
  also: JudgedWith = {},
): JudgedSeries {
  const count = line.rates.length;
  const parts = partsOf(
    phases ?? { first: 0, begun: [], frozen: [] },
    count,
    mode,
  );
  const judged = parts.map((part) => {
    const monthly = mode === "mom" ? line : also.months;
    const used = methodOfPart(measure, { line, monthly }, months, part, {
      isPlain: also.isPlain === true || (!monthly && !part.baseline),
      knowsEvents: mode === "mom" && also.events !== undefined,
    });
    const { events = [] } = also;
    const asked = { part, judged: months, mode, used, events };
    const { chart, signals, gaps } = judgePart(measure, line, asked);
    const isShort =
      parts.length > 1 && part.baseline === null && isTooShort(chart);
    return {
      part: {
        ...part,
        ...used,
        centre: chart.centre,
        isShort,
        gaps: gaps && isShort ? withoutGapLimits(gaps) : gaps,
      },
      gaps: isShort ? null : gaps,
      points: [
        ...unjudged(measure, line, part),
        ...(isShort ? chart.points.map(withoutLimits) : chart.points),
      ],
      signals: isShort ? [] : signals,
    };
  });
  const all = judged.flatMap(({ signals }) => signals);
  const { method, sigmaZ, expected } = judged[judged.length - 1]?.part ?? NONE;
  return {
    method,
    sigmaZ,
    expected,
    gaps: judged[judged.length - 1]?.gaps ?? null,
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

const NONE: MethodUsed = { method: "single-values", sigmaZ: 1, expected: null };

/** By what was frozen, else by the months of the phase; rolling sums whose months are not known have plain limits. */
function methodOfPart(
  measure: Measure,
  { line, monthly }: { line: MeasureLine; monthly?: MeasureLine | undefined },
  months: JudgedMonths,
  { from, to, baseline }: ChartPart,
  how: { isPlain: boolean; knowsEvents: boolean },
): MethodUsed {
  if (baseline) {
    const count = baseline.line.rates.length;
    const all = { settled: count, told: count };
    return methodFor(measure, baseline.line, all, {
      ...how,
      knowsEvents: false,
    });
  }
  const own = sliced(monthly ?? line, from, to + 1);
  const judged = within(months, from, own);
  return methodFor(measure, own, judged, how);
}

/** The points of one phase alone. */
function judgePart(
  measure: Measure,
  line: MeasureLine,
  asked: PartAsked,
): Judged {
  const { judged, mode, used } = asked;
  const { judgedFrom, to, baseline } = asked.part;
  const own = sliced(line, judgedFrom, to + 1);
  const months = within(judged, judgedFrom, own);
  const chart = baseline
    ? frozenChart(measure, own, months, baseline.line, used)
    : measureChart(measure, own, months.settled, months.told, used.sigmaZ);
  if (isOfGaps(used.method)) {
    return judgeByGaps(measure, line, asked, chart, used.method);
  }
  const signals = mode === "mom" ? runSignals(chart) : [];
  return {
    chart,
    gaps: null,
    signals: signals.map((signal) => ({
      ...signal,
      indexes: signal.indexes.map((index) => index + judgedFrom),
    })),
  };
}

/** Months of rare events have the verdicts of the gaps between these, and no limits of their own. */
function judgeByGaps(
  measure: Measure,
  { denominators }: MeasureLine,
  { part: { from, to, phase }, judged, events }: PartAsked,
  chart: ControlChart,
  method: GapMethod,
): Judged {
  let counted = 0;
  const edges = [0, ...denominators.map((over) => (counted += over ?? 0))];
  const { verdicts, signals, ...found } = judgeGaps(method, events, {
    edges,
    from,
    to: Math.min(to + 1, judgedCount(measure, judged)),
    hasBefore: from === 0 && phase === null,
  });
  const points = chart.points.map((point, index) => ({
    ...withoutLimits(point),
    ...(point.value === null ? {} : verdicts[index]),
  }));
  return { chart: { ...chart, points }, signals, gaps: found.chart };
}

/** How many months of a stretch can be judged. */
function within(
  { settled, told }: JudgedMonths,
  from: number,
  { rates }: MeasureLine,
): JudgedMonths {
  const ofThem = (months: number) =>
    Math.min(Math.max(months - from, 0), rates.length);
  return { settled: ofThem(settled), told: ofThem(told) };
}

/** The months of the baseline stand before the others, and make mean and limits alone. */
function frozenChart(
  measure: Measure,
  line: MeasureLine,
  months: JudgedMonths,
  frozen: MeasureLine,
  { sigmaZ }: MethodUsed,
): ControlChart {
  const count = frozen.rates.length;
  const whole = {
    rates: [...frozen.rates, ...line.rates],
    denominators: [...frozen.denominators, ...line.denominators],
  };
  const chart = measureChart(measure, whole, count, count, sigmaZ);
  const judged = judgedCount(measure, months);
  const points = chart.points
    .slice(count)
    .map((point, index) => (index < judged ? closed(point) : point));
  return { ...chart, points };
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

function withoutGapLimits({ gaps, open }: GapChart): GapChart {
  return {
    gaps: gaps.map((gap) => ({ ...gap, outside: null })),
    open: { ...open, isTooLong: false },
    ...{ centre: null, lower: null, upper: null },
  };
}

function withoutLimits(point: ControlPoint): ControlPoint {
  return { ...point, lower: null, upper: null, outside: null };
}

function closed({ isOpen: _, ...point }: ControlPoint): ControlPoint {
  const { value, lower, upper } = point;
  return { ...point, outside: verdictOf(value, lower, upper) };
}
