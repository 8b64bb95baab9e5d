import type { IsoDay } from "../calendar";
import type { GraphMode } from "./graph-modes";

/** A month of the calendar as one number: months since the year 0. */
export type MonthNumber = number;

export interface ChartPhases {
  first: MonthNumber;
  /** First months of phases, in any order; those before and after the series too. */
  begun: readonly MonthNumber[];
}

export interface ChartPart {
  from: number;
  to: number;
  judgedFrom: number;
  /** The first month of its phase; null where nobody has begun one. */
  phase: MonthNumber | null;
}

/** A phase has limits of its own from so many judged points on. */
export const FEWEST_OF_PHASE = 6;

/** A rolling point covers so many months before its own. */
const MONTHS_BEFORE = 11;

export function monthNumberOf(day: IsoDay): MonthNumber {
  return Number(day.slice(0, 4)) * 12 + Number(day.slice(5, 7)) - 1;
}

export function firstDayOfMonth(month: MonthNumber): IsoDay {
  const year = String(Math.floor(month / 12)).padStart(4, "0");
  return `${year}-${String((month % 12) + 1).padStart(2, "0")}-01`;
}

export function firstMonthOf(months: number, endDate: IsoDay): MonthNumber {
  return monthNumberOf(endDate) - months + 1;
}

export function partsOf(
  { first, begun }: ChartPhases,
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
    const whole =
      mode === "rolling" && phase !== null
        ? phase + MONTHS_BEFORE - first
        : from;
    return {
      from,
      to,
      judgedFrom: Math.min(Math.max(from, whole), to + 1),
      phase,
    };
  });
}

/** The month of the sixth judged point. `unknown` points have no rate, and are never judged. */
export function firstLimitsOf(
  phase: MonthNumber,
  mode: GraphMode,
  unknown: number,
): MonthNumber {
  const first = mode === "rolling" ? phase + MONTHS_BEFORE : phase;
  return first + unknown + FEWEST_OF_PHASE - 1;
}
