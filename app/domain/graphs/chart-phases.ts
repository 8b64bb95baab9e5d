import type { IsoDay } from "../calendar";
import type { GraphMode } from "./graph-modes";
import type { MeasureLine } from "./measure-line";

/** A month of the calendar as one number: months since the year 0. */
export type MonthNumber = number;

/** Months of a chart that were frozen: their mean, and limits made of it, hold for all months of their phase (R377). */
export interface Baseline {
  from: MonthNumber;
  to: MonthNumber;
  /** Month by month, as it was when it was frozen; denominators in the unit of the measure. */
  line: MeasureLine;
}

/** What people have said of the process behind one measure of a place (R376, R377). */
export interface ChartPhases {
  /** The first month of the series. */
  first: MonthNumber;
  /** First months of phases, in any order; those before and after the series too. */
  begun: readonly MonthNumber[];
  /** In the order in which they were frozen. */
  frozen: readonly Baseline[];
}

/** A stretch of a chart that is judged by itself. */
export interface ChartPart {
  /** Places of its first and last month in the series. */
  from: number;
  to: number;
  /** Place of the first point of this phase alone: the 12 months of rolling points before it are of the phase before too. */
  judgedFrom: number;
  /** The first month of its phase; null where nobody has begun one. */
  phase: MonthNumber | null;
  /** What is frozen in its phase, the last one where there are several. */
  baseline: Baseline | null;
}

/** A baseline has at least so many months with a rate. */
export const FEWEST_OF_BASELINE = 12;

/** A phase has limits of its own from so many judged points on. */
export const FEWEST_OF_PHASE = 6;

/** A rolling point covers so many months before its own. */
const MONTHS_BEFORE = 11;

/** The month of a day. */
export function monthNumberOf(day: IsoDay): MonthNumber {
  return Number(day.slice(0, 4)) * 12 + Number(day.slice(5, 7)) - 1;
}

/** The first day of a month. */
export function firstDayOfMonth(month: MonthNumber): IsoDay {
  const year = String(Math.floor(month / 12)).padStart(4, "0");
  return `${year}-${String((month % 12) + 1).padStart(2, "0")}-01`;
}

/** The first month of a series that ends with a day's month. */
export function firstMonthOf(months: number, endDate: IsoDay): MonthNumber {
  return monthNumberOf(endDate) - months + 1;
}

/** Splits a series of so many months where a phase begins within it. */
export function partsOf(
  { first, begun, frozen }: ChartPhases,
  count: number,
  mode: GraphMode,
): ChartPart[] {
  const starts = [...new Set(begun)].sort((a, b) => a - b);
  const before = starts.filter((start) => start <= first).pop() ?? null;
  const within = starts.filter((s) => s > first && s < first + count);
  const phases = [before, ...within];
  return phases.map((phase, at) => {
    const from = at === 0 ? 0 : (phase ?? first) - first;
    const next = phases[at + 1] ?? null;
    const to = next === null ? count - 1 : next - first - 1;
    const end = next ?? starts.find((s) => s >= first + count) ?? Infinity;
    const isInPhase = (baseline: Baseline) =>
      baseline.from >= (phase ?? -Infinity) && baseline.to < end;
    const whole =
      mode === "rolling" && phase !== null
        ? phase + MONTHS_BEFORE - first
        : from;
    return {
      from,
      to,
      judgedFrom: Math.min(Math.max(from, whole), to + 1),
      phase,
      baseline: frozen.filter(isLongEnough).filter(isInPhase).pop() ?? null,
    };
  });
}

/**
 * The first month that can have limits made of its own phase: the one of the sixth judged point. `unknown` points have no
 * rate, and are never judged.
 */
export function firstLimitsOf(
  phase: MonthNumber,
  mode: GraphMode,
  unknown: number,
): MonthNumber {
  const first = mode === "rolling" ? phase + MONTHS_BEFORE : phase;
  return first + unknown + FEWEST_OF_PHASE - 1;
}

function isLongEnough({ line }: Baseline): boolean {
  return pointsOf(line) >= FEWEST_OF_BASELINE;
}

/** How many months of a line have a rate. */
export function pointsOf({ rates }: MeasureLine): number {
  return rates.filter((rate) => rate !== null).length;
}
