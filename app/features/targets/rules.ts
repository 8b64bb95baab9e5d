import type { IsoDay } from "~/domain/calendar";
import {
  findRateMeasure,
  type RateMeasure,
} from "~/domain/figures/rate-measures";
import { isSmallDenominator } from "~/domain/figures/small-numbers";
import { verdictOf, type ControlChart } from "~/domain/graphs/control-chart";
import { latestOf } from "~/domain/graphs/graph-finding";
import type { MeasureLine } from "~/domain/graphs/measure-line";
import { NOTE_LEVELS, type NoteLevel } from "~/domain/graphs/note-kinds";
import { findGraph, type GraphTag } from "~/domain/graphs/rate-graphs";
import type { CsvCell } from "~/domain/lists/csv-cells";
import { rateCell } from "~/domain/number-format";
import {
  dayProblem,
  lineProblem,
  problemsIn,
} from "~/features/chart-events/rules/note-problems";
import type { SeriesReading } from "~/features/signals/rules/variation";

export interface Target {
  measure: GraphTag;
  /** Percent, or per 1,000. */
  value: number;
  from: IsoDay;
  level: NoteLevel;
  /** Null for the company. */
  placeName: string | null;
}

/** Worst first (R562). */
export const TARGET_VERDICTS = [
  "misses",
  "chance",
  "too_few",
  "meets",
] as const;
export type TargetVerdict = (typeof TARGET_VERDICTS)[number];

export interface Limits {
  lower: number;
  upper: number;
}

export type Judged<Of extends Target = Target> = Of & {
  verdict: TargetVerdict;
};

export type TargetsOfMeasures<Of extends Target = Judged> = Partial<
  Record<GraphTag, Of>
>;

export function targetsInForce<Of extends Target>(
  targets: readonly Of[],
  day: IsoDay,
): TargetsOfMeasures<Of> {
  const nearestLast = targets
    .filter(({ from }) => from <= day)
    .sort(
      (one, other) =>
        NOTE_LEVELS.indexOf(one.level) - NOTE_LEVELS.indexOf(other.level),
    );
  return Object.fromEntries(nearestLast.map((one) => [one.measure, one]));
}

export function judgeTargets<Of extends Target>(
  targets: readonly Of[],
  day: IsoDay,
  limitsOf: (measure: GraphTag) => Limits | null,
): TargetsOfMeasures<Judged<Of>> {
  const judged = Object.values(targetsInForce(targets, day)).map((target) => [
    target.measure,
    { ...target, verdict: verdictOn(target.value, limitsOf(target.measure)) },
  ]);
  return Object.fromEntries(judged) as TargetsOfMeasures<Judged<Of>>;
}

/** All five rates are better the lower they are. A target on a limit is between them, as in NHSRplotthedots. */
export function verdictOn(
  target: number,
  limits: Limits | null,
): TargetVerdict {
  if (limits === null) return "too_few";
  const side = verdictOf(target, limits.lower, limits.upper);
  if (side === null) return "chance";
  return side === "above" ? "meets" : "misses";
}

/** Null if Signals says 'Too few to say', or gaps between rare events are judged instead of months. */
export function newestLimits(
  { points }: Pick<ControlChart, "points">,
  { latest, variation }: Pick<SeriesReading, "latest" | "variation">,
): Limits | null {
  const { lower = null, upper = null } = points[latest ?? -1] ?? {};
  return variation === "too_few" || lower === null || upper === null
    ? null
    : { lower, upper };
}

/** Null if the graph has no limits there, or the numbers are small. */
export function rollingLimits(
  measure: Pick<RateMeasure, "daysPerUnit">,
  chart: Pick<ControlChart, "points">,
  { denominators }: Pick<MeasureLine, "denominators">,
): Limits | null {
  const latest = latestOf(chart) ?? -1;
  const { lower = null, upper = null } = chart.points[latest] ?? {};
  const isSmall = isSmallDenominator(measure, denominators[latest] ?? null);
  return isSmall || lower === null || upper === null ? null : { lower, upper };
}

export const TARGET_FIELDS = ["measure", "value", "from", "reason"] as const;

export type TargetEntries = Record<(typeof TARGET_FIELDS)[number], string>;

const HIGHEST = { percent: 100, "per-1000": 1000 };

/** '15', '15.5', '15.25 %'; null for anything else. */
export function targetValue(typed: string): number | null {
  const [, digits] = /^(\d{1,4}(?:\.\d{1,2})?) ?%?$/.exec(typed.trim()) ?? [];
  return digits === undefined ? null : Number(digits);
}

/** At most one for each field, in the order of the form (R560). */
export function targetProblems(
  { measure, value, from, reason }: TargetEntries,
  today: IsoDay,
): { field: keyof TargetEntries; text: string }[] {
  const unit = findRateMeasure(findGraph(measure)?.tag ?? null)?.unit;
  const highest = HIGHEST[unit ?? "per-1000"];
  const wanted = targetValue(value);
  const isNumber = wanted !== null && wanted > 0 && wanted <= highest;
  return problemsIn<keyof TargetEntries>({
    measure: unit ? null : "Choose a measure.",
    value: isNumber
      ? null
      : `Enter a number above 0, up to ${highest}, with at most two decimals.`,
    from: dayProblem(from, today),
    reason: lineProblem(reason, "Say why."),
  });
}

export const TARGET_PARTS = ["target", "target_verdict"] as const;

export function targetCells(target: Judged | undefined): CsvCell[] {
  return [rateCell(target?.value ?? null), target?.verdict ?? null];
}
