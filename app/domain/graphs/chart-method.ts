import type { RateMeasure } from "../figures/rate-measures";
import type { ChartPart } from "./chart-phases";
import {
  eventsOf,
  isOfSingleValues,
  rateSigma,
  shareSigma,
} from "./control-chart";
import type { MeasureLine } from "./measure-line";
import { RARE_BELOW, type GapMethod } from "./rare-events";
import { testedSigmaZ } from "./sigma-z";

/** Limits by chance (p, u), overdispersion (p′, u′), exposure between rare events (g, t) or moving ranges (XmR): decision 52. */
export type ChartMethod =
  | "p"
  | "u"
  | "p-prime"
  | "u-prime"
  | GapMethod
  | "single-values";

export interface MethodUsed {
  method: ChartMethod;
  /** How many times as far as by chance alone the limits of a p′ or u′ chart lie; 1 for all others. */
  sigmaZ: number;
  /** Events of a month on average; null where no month has a rate or its events are not known. */
  expected: number | null;
}

type Measure = Pick<RateMeasure, "chart" | "multiplier">;

export function isOfGaps(method: ChartMethod | undefined): method is GapMethod {
  return method === "cases-between" || method === "days-between";
}

export function methodAt(
  {
    method,
    parts = [],
  }: Partial<MethodUsed> & {
    parts?: readonly (Pick<ChartPart, "from" | "to"> & MethodUsed)[];
  },
  index: number,
): ChartMethod | undefined {
  const part = parts.find(({ from, to }) => index >= from && index <= to);
  return part?.method ?? method;
}

export function methodFor(
  measure: Measure,
  months: MeasureLine,
  { isPlain, knowsEvents }: { isPlain: boolean; knowsEvents: boolean },
): MethodUsed {
  if (isOfSingleValues(months.denominators)) {
    return { method: "single-values", sigmaZ: 1, expected: null };
  }
  const { chart } = measure;
  const { events, denominators } = countsOf(measure, months);
  if (events.length === 0) return { method: chart, sigmaZ: 1, expected: null };
  const total = sum(events);
  const expected = total / events.length;
  if (!isPlain && knowsEvents && expected > 0 && expected < RARE_BELOW) {
    const method = chart === "p" ? "cases-between" : "days-between";
    return { method, sigmaZ: 1, expected };
  }
  const sigmaZ = isPlain
    ? 1
    : testedSigmaZ({
        events,
        denominators,
        centre: total / sum(denominators),
        sigma: chart === "p" ? shareSigma : rateSigma,
      });
  return {
    method: sigmaZ > 1 ? `${chart}-prime` : chart,
    sigmaZ,
    expected,
  };
}

function countsOf(
  measure: Measure,
  months: MeasureLine,
): { events: number[]; denominators: number[] } {
  const pairs = eventsOf(measure, months).flatMap((events, index) => {
    const over = months.denominators[index] ?? 0;
    return events !== null && over > 0 ? [{ events, over }] : [];
  });
  return {
    events: pairs.map(({ events }) => events),
    denominators: pairs.map(({ over }) => over),
  };
}

function sum(numbers: readonly number[]): number {
  return numbers.reduce((total, one) => total + one, 0);
}
