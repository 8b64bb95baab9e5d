import type { RateMeasure } from "../figures/rate-measures";
import { isOfGaps, type MethodUsed } from "./chart-method";
import type { JudgedSeries } from "./judge-series";
import type { ControlPoint } from "./control-chart";
import type { RunSignal } from "./run-rules";
import type { Gap, GapChart, GapMethod } from "./rare-events";

const times = new Intl.NumberFormat("en-US", {
  minimumFractionDigits: 1,
  maximumFractionDigits: 1,
});

type Counted = Pick<RateMeasure, "denominatorWords">;

type Judged = { measure: Counted } & Partial<
  Pick<JudgedSeries, keyof MethodUsed | "gaps">
>;

export function methodSentence({
  measure,
  method,
  sigmaZ,
  expected,
  gaps,
}: Judged): string | null {
  if (isOfGaps(method)) {
    const few = `Few events are expected (${times.format(expected ?? 0)} a month)`;
    return gaps && gaps.upper === null
      ? `${few}.`
      : `${few}, so the ${measure.denominatorWords} between them are judged (${method === "cases-between" ? "g" : "t"} chart).`;
  }
  if (method !== "p-prime" && method !== "u-prime") return null;
  return `Months vary beyond chance: limits are ${times.format(sigmaZ ?? 1)} times as wide (${method === "p-prime" ? "p′" : "u′"} chart).`;
}

export function limitsSentence(
  { chart, denominatorWords }: Pick<RateMeasure, "chart"> & Counted,
  { method }: Partial<MethodUsed>,
): string {
  if (isOfGaps(method)) {
    return `The months have no limits of their own, because few events are expected. What is judged is how many ${denominatorWords} lie between them.`;
  }
  return method === "p-prime" || method === "u-prime"
    ? `The limits lie three standard deviations from the mean. How much neighbouring months differ widens them (Laney’s ${chart}′ chart). Small numbers do too.`
    : `The limits lie three standard deviations from the mean (${chart} chart). Small numbers widen them.`;
}

type MonthVerdict = Pick<ControlPoint, "outside" | "isCluster">;

export function gapWords({ outside, isCluster }: MonthVerdict): string {
  if (outside === null) return "No";
  if (isCluster) return "More events than chance makes";
  return outside === "above" ? "Event too soon" : "No event for unusually long";
}

export function gapClause({ outside, isCluster }: MonthVerdict): string {
  if (isCluster) return "with more events than chance makes";
  return outside === "above"
    ? "with an event too soon after the one before"
    : "without an event for unusually long";
}

export function gapsInARow({
  rule,
  direction,
  gaps,
}: Pick<RunSignal, "rule" | "direction"> & { gaps: number }): string {
  const isUp = direction === "up";
  return rule === "trend"
    ? `${gaps} gaps in a row, each ${isUp ? "shorter" : "longer"} than the one before (a steady ${isUp ? "rise" : "fall"})`
    : `${gaps} gaps in a row ${isUp ? "shorter" : "longer"} than usual (a lasting change)`;
}

export function gapCaption(method: GapMethod): string {
  return [
    method === "cases-between"
      ? "Chance alone exceeds the limits of a gap in 27 of 10,000 (g chart)."
      : "A gap is raised to the power of 1/3.6, so that its limits lie three standard deviations from its mean (t chart).",
    "A diamond marks a month in which an event came too soon, or none came for unusually long.",
    "It also marks a month with more events than chance makes, by the mean of the other months.",
    "Seven or more gaps in a row that are shorter or longer than usual are a shift. More than 18 gaps need a longer one.",
    "Seven or more gaps in a row, each shorter or each longer than the one before, are a trend. A ring marks the months in which they end.",
  ].join(" ");
}

export function gapsTitle({
  eventWords,
}: Pick<RateMeasure, "eventWords">): string {
  return `Between ${eventWords}`;
}

export function gapVerdict(
  { upper }: Pick<GapChart, "upper">,
  { outside }: Pick<Gap, "outside">,
): string {
  if (upper === null) return "No limits";
  if (outside === null) return "No";
  return outside === "below" ? "Too short" : "Unusually long";
}

/** `written` writes what is counted. */
export function gapsSentence(
  { denominatorWords: counted }: Counted,
  { centre, lower, upper, open }: GapChart,
  written: (length: number) => string,
  isOver = false,
): string {
  const after = isOver
    ? "From the last event to the end of the phase"
    : "Since the last event";
  const since = `${after}: ${written(open.length)} ${counted}${open.isTooLong ? ", unusually many" : ""}.`;
  return centre === null || lower === null || upper === null
    ? since
    : `Usual gap: ${written(centre)} ${counted}, limits ${written(lower)} to ${written(upper)}. ${since}`;
}
