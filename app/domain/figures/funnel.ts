import {
  type ControlChart,
  pChart,
  rateSigma,
  shareSigma,
  verdictOf as sideOf,
  uChart,
} from "~/domain/graphs/control-chart";
import type { RateMeasure, RateParts } from "./rate-measures";
import { isSmallDenominator } from "./small-numbers";

interface MeasuredRate {
  rate: number;
  sigma: number;
}

const WINSORISED = 0.1;

/** Fewer have no tenth that could be winsorised: the one that stands out would hide itself. */
const FEWEST_PLACES = 10;

/** One-sided 5 % of the normal distribution. */
const ONE_IN_TWENTY = 1.645;

/**
 * How much the true rates differ beyond chance, in the unit of the rates (R363). Additive over-dispersion
 * (Spiegelhalter 2005): winsorised z values, their mean square φ, and the variance between by the method of moments
 * (DerSimonian and Laird 1986). 0 if chance explains φ, or below ten places.
 */
export function sigmaBetween(
  rates: readonly MeasuredRate[],
  centre: number,
): number {
  const known = rates.filter(({ sigma }) => sigma > 0);
  if (known.length < FEWEST_PLACES) return 0;
  const squares = winsorised(
    known.map(({ rate, sigma }) => (rate - centre) / sigma),
  ).reduce((total, z) => total + z * z, 0);
  if (squares <= chiSquareLimit(known.length - 1)) return 0;
  return Math.sqrt(
    varianceBetween(
      squares,
      known.map(({ sigma }) => sigma),
    ),
  );
}

/** The variance between places by the method of moments, from the sum of their squared z values; not below 0. */
export function varianceBetween(
  squares: number,
  sigmas: readonly number[],
): number {
  const weights = sigmas.map((sigma) => 1 / sigma ** 2);
  const total = weights.reduce((sum, weight) => sum + weight, 0);
  const shared = weights.reduce((sum, weight) => sum + weight ** 2, 0) / total;
  return Math.max(0, (squares - (sigmas.length - 1)) / (total - shared));
}

export function winsorised(values: readonly number[]): number[] {
  const sorted = [...values].sort((a, b) => a - b);
  const cut = Math.floor(sorted.length * WINSORISED);
  const lowest = sorted[cut] ?? 0;
  const highest = sorted[sorted.length - 1 - cut] ?? 0;
  return values.map((value) => Math.min(highest, Math.max(lowest, value)));
}

/** The limit that chance alone exceeds once in twenty times (Wilson and Hilferty 1931). */
export function chiSquareLimit(freedom: number): number {
  const part = 2 / (9 * freedom);
  return freedom * (1 - part + ONE_IN_TWENTY * Math.sqrt(part)) ** 3;
}

export type FunnelCounts = Pick<RateParts, "events" | "denominator">;

/** A rate on a limit is within. `too-few`: small or no denominator. `unknown`: no counts, or more events than cases. */
export type FunnelVerdict =
  | "above"
  | "below"
  | "within"
  | "too-few"
  | "unknown";

export interface FunnelPoint<Child> {
  child: Child;
  events: number | null;
  denominator: number | null;
  /** Null over nothing, and if unknown. */
  rate: number | null;
  /** Outer limits, three sigmas from the centre at this denominator; null where there is no rate. */
  lower: number | null;
  upper: number | null;
  verdict: FunnelVerdict;
}

export interface Funnel<Child> {
  /** Σ events / Σ denominators of all with known counts; null if there are none. */
  centre: number | null;
  events: number;
  denominator: number;
  /** How much the rates differ beyond chance: a standard deviation in the unit of the measure, and 0 where they do not. */
  between: number;
  points: FunnelPoint<Child>[];
}

/** Chance alone keeps a rate within the inner limits about 95 times of 100, within the outer about 997 of 1,000. */
export const FUNNEL_SIGMAS = { inner: 2, outer: 3 } as const;

type Measure = Pick<RateMeasure, "chart" | "multiplier" | "daysPerUnit">;

/** A control chart over children in place of months (R104). Small ones count in the centre but are not judged. */
export function funnelOf<Child extends FunnelCounts>(
  measure: Measure,
  children: readonly Child[],
): Funnel<Child> {
  const counts = children.map((child) => usableCounts(measure, child));
  const chart = chartOf(measure, counts);
  const scaled = (value: number | null | undefined) =>
    value == null ? null : value * measure.multiplier;
  const centre = scaled(chart.centre);
  const between =
    chart.centre === null
      ? 0
      : measure.multiplier * betweenOf(measure, counts, chart.centre);
  return {
    centre,
    between,
    events: sum(counts, "events"),
    denominator: sum(counts, "denominator"),
    points: children.map((child, index) => {
      const { events = null, denominator = null } = counts[index] ?? {};
      const rate = scaled(chart.points[index]?.value);
      const limits =
        rate === null || centre === null || denominator === null
          ? null
          : funnelLimits(
              measure,
              centre,
              denominator,
              FUNNEL_SIGMAS.outer,
              between,
            );
      const { lower = null, upper = null } = limits ?? {};
      return {
        child,
        events,
        denominator,
        rate,
        lower,
        upper,
        verdict: verdictOf(measure, denominator, sideOf(rate, lower, upper)),
      };
    }),
  };
}

/** All in the measure's unit, cut at 0 and 100 %. The variance between rates is added to that of chance. */
export function funnelLimits(
  measure: Pick<RateMeasure, "chart" | "multiplier">,
  centre: number,
  denominator: number,
  sigmas: number,
  between = 0,
): { lower: number; upper: number } {
  const isShare = measure.chart === "p";
  const chance =
    sigmaOf(measure)(centre / measure.multiplier, denominator) *
    measure.multiplier;
  const reach = sigmas * Math.hypot(chance, between);
  return {
    lower: Math.max(0, centre - reach),
    upper: Math.min(isShare ? measure.multiplier : Infinity, centre + reach),
  };
}

function sigmaOf({ chart }: Pick<RateMeasure, "chart">) {
  return chart === "p" ? shareSigma : rateSigma;
}

/** Only judged facilities count: small ones are not normally distributed. */
function betweenOf(
  measure: Measure,
  counts: readonly FunnelCounts[],
  centre: number,
): number {
  const judged = counts.flatMap(({ events, denominator }) =>
    events !== null &&
    denominator !== null &&
    denominator > 0 &&
    !isSmallDenominator(measure, denominator)
      ? [
          {
            rate: events / denominator,
            sigma: sigmaOf(measure)(centre, denominator),
          },
        ]
      : [],
  );
  return sigmaBetween(judged, centre);
}

const GROUPS: Record<FunnelVerdict, number> = {
  above: 0,
  within: 0,
  below: 0,
  "too-few": 1,
  unknown: 2,
};

/** Judged children by rate, highest first; the others keep their order, because to rank them would rank chance. */
export function rankFunnel<Child>(
  points: readonly FunnelPoint<Child>[],
): FunnelPoint<Child>[] {
  return [...points].sort((a, b) => {
    const group = GROUPS[a.verdict] - GROUPS[b.verdict];
    if (group !== 0 || GROUPS[a.verdict] > 0) return group;
    return (b.rate ?? 0) - (a.rate ?? 0);
  });
}

export function isJudged({ verdict }: { verdict: FunnelVerdict }): boolean {
  return GROUPS[verdict] === 0;
}

/** The limit that a judged point lies beyond; null where it lies within. */
export function outsideOf(verdict: FunnelVerdict): "above" | "below" | null {
  return verdict === "above" || verdict === "below" ? verdict : null;
}

/** From the lowest to the highest rate or limit of the judged points; null if none is judged. */
export function scaleOf(
  points: readonly FunnelPoint<unknown>[],
): { from: number; to: number } | null {
  const drawn = points
    .filter(isJudged)
    .flatMap(({ rate, lower, upper }) => [rate, lower, upper])
    .filter((value) => value !== null);
  return drawn.length === 0
    ? null
    : { from: Math.min(...drawn), to: Math.max(...drawn) };
}

const UNUSABLE = { events: null, denominator: null };

function usableCounts(
  { chart }: Measure,
  { events, denominator }: FunnelCounts,
): FunnelCounts {
  if (events === null || denominator === null) return UNUSABLE;
  return chart === "p" && events > denominator
    ? UNUSABLE
    : { events, denominator };
}

function chartOf(
  { chart }: Measure,
  counts: readonly FunnelCounts[],
): ControlChart {
  return (chart === "p" ? pChart : uChart)(
    counts.map(({ events }) => events),
    counts.map(({ denominator }) => denominator),
  );
}

function verdictOf(
  measure: Measure,
  denominator: number | null,
  outside: "above" | "below" | null,
): FunnelVerdict {
  if (denominator === null) return "unknown";
  if (denominator <= 0 || isSmallDenominator(measure, denominator)) {
    return "too-few";
  }
  return outside ?? "within";
}

function sum(
  counts: readonly FunnelCounts[],
  part: "events" | "denominator",
): number {
  return counts
    .filter(({ denominator }) => (denominator ?? 0) > 0)
    .reduce((total, one) => total + (one[part] ?? 0), 0);
}
