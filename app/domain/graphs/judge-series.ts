import type { RateMeasure } from "../figures/rate-measures";
import { isOfGaps, methodFor, type MethodUsed } from "./chart-method";
import {
  FEWEST_OF_PHASE,
  partsOf,
  type ChartPart,
  type ChartPhases,
  type MonthNumber,
} from "./chart-phases";
import {
  measureChart,
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

export interface JudgedSeries extends MethodUsed {
  chart: ControlChart;
  /** Empty for rolling points: their patterns are not judged (R118). */
  signals: RunSignal[];
  gaps: GapChart | null;
  parts: JudgedPart[];
}

export interface JudgedPart extends ChartPart, MethodUsed {
  centre: number | null;
  isShort: boolean;
  gaps: GapChart | null;
}

export interface JudgedWith {
  /** The single months of a rolling line: how much they differ widens the limits of their sums too. */
  months?: MeasureLine;
  /** The events behind its months, in their order and in the unit of the measure; absent where their days are not known. */
  events?: readonly DatedEvent[];
}

type Measure = Pick<RateMeasure, "chart" | "multiplier">;
type Judged = Pick<JudgedSeries, "chart" | "signals" | "gaps">;

interface PartAsked {
  part: ChartPart;
  mode: GraphMode;
  used: MethodUsed;
  events: readonly DatedEvent[];
  first: MonthNumber;
}

/** All screens and calls judge here, so that they agree. Each phase is judged by itself (R376). */
export function judgeSeries(
  measure: Measure,
  line: MeasureLine,
  mode: GraphMode,
  phases?: ChartPhases,
  also: JudgedWith = {},
): JudgedSeries {
  const count = line.rates.length;
  const known = phases ?? { first: 0, begun: [] };
  const parts = partsOf(known, count, mode);
  const judged = parts.map((part) => {
    const monthly = mode === "mom" ? line : also.months;
    const used = methodOfPart(measure, { line, monthly }, part, {
      isPlain: !monthly,
      knowsEvents: mode === "mom" && also.events !== undefined,
    });
    const { events = [] } = also;
    const asked = { part, mode, used, events, first: known.first };
    const { chart, signals, gaps } = judgePart(measure, line, asked);
    const isShort = parts.length > 1 && isTooShort(chart);
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

/** The mean at an index of the series; null if the point spans two phases. */
export function meanAt(
  parts: readonly JudgedPart[],
  index: number,
): number | null {
  const part = parts.find(({ from, to }) => index >= from && index <= to);
  return part && index >= part.judgedFrom ? part.centre : null;
}

const NONE: MethodUsed = { method: "single-values", sigmaZ: 1, expected: null };

/** Chosen from the months of the phase; rolling sums with unknown months get plain limits. */
function methodOfPart(
  measure: Measure,
  { line, monthly }: { line: MeasureLine; monthly?: MeasureLine | undefined },
  { from, to }: ChartPart,
  how: { isPlain: boolean; knowsEvents: boolean },
): MethodUsed {
  return methodFor(measure, sliced(monthly ?? line, from, to + 1), how);
}

function judgePart(
  measure: Measure,
  line: MeasureLine,
  asked: PartAsked,
): Judged {
  const { mode, used } = asked;
  const { judgedFrom, to } = asked.part;
  const own = sliced(line, judgedFrom, to + 1);
  const chart = measureChart(measure, own, used.sigmaZ);
  if (isOfGaps(used.method)) {
    return judgeByGaps(line, asked, chart, used.method);
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
  { denominators }: MeasureLine,
  { part: { from, to, phase }, events, first }: PartAsked,
  chart: ControlChart,
  method: GapMethod,
): Judged {
  let counted = 0;
  const edges = [0, ...denominators.map((over) => (counted += over ?? 0))];
  const { verdicts, signals, ...found } = judgeGaps(method, events, {
    edges,
    from,
    to: to + 1,
    since: phase === null ? -Infinity : phase - first,
  });
  const points = chart.points.map((point, index) => ({
    ...withoutLimits(point),
    ...(point.value === null ? {} : verdicts[index]),
  }));
  return { chart: { ...chart, points }, signals, gaps: found.chart };
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
  const known = points.filter(({ value }) => value !== null);
  return known.length < FEWEST_OF_PHASE;
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
