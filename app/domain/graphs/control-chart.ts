import type { RateMeasure } from "../figures/rate-measures";
import { MOVING_RANGE_PER_SIGMA } from "./sigma-z";

export interface ControlPoint {
  /** Null if unknown, or over nothing. */
  value: number | null;
  lower: number | null;
  upper: number | null;
  /** A violation: outside of its own limits. A value on a limit is inside. */
  outside: "above" | "below" | null;
  /** It is above because it has more events than chance makes in one month, where these are rare (R362); else absent. */
  isCluster?: true;
}

export interface ControlChart {
  centre: number | null;
  points: ControlPoint[];
}

type Numbers = readonly (number | null)[];

interface Ratios {
  events: Numbers;
  denominators: Numbers;
}

/** The limits of all charts lie this many standard deviations from the mean; those of gaps between events too (R115). */
export const SIGMAS = 3;

/** Sums of binary fractions miss by the last bits; what is on its limit must stay inside. */
const ROUNDING = 1e-9;

/** Rates are shown with two decimals (R63). */
const HALF_OF_A_HUNDREDTH = 0.005;

const BLANK: ControlPoint = {
  value: null,
  lower: null,
  upper: null,
  outside: null,
};

/** p chart: Σ events / Σ cases ± 3 √(centre (1 − centre) / cases), cut at 0 and 1. `spread` is sigma z of Laney's p′ chart. */
export function pChart(
  events: Numbers,
  denominators: Numbers,
  spread = 1,
): ControlChart {
  return ratioChart({ events, denominators }, spread, 1, shareSigma);
}

export function shareSigma(centre: number, cases: number): number {
  return Math.sqrt(Math.max(0, centre * (1 - centre)) / cases);
}

/** u chart: Σ events / Σ exposure ± 3 √(centre / exposure), cut at 0; a c chart where the exposure is 1. */
export function uChart(
  events: Numbers,
  denominators: Numbers,
  spread = 1,
): ControlChart {
  return ratioChart({ events, denominators }, spread, Infinity, rateSigma);
}

export function rateSigma(centre: number, exposure: number): number {
  return Math.sqrt(centre / exposure);
}

/** XmR chart, for unknown denominators: mean ± 3 × mean moving range / 1.128, not clipped since the unit is unknown. */
export function individualsChart(values: Numbers): ControlChart {
  const known = values.filter(isKnown);
  const range = movingRange(known);
  const [first] = known;
  if (first === undefined) {
    return {
      centre: null,
      points: values.map((value) =>
        withoutLimits(isKnown(value) ? value : null),
      ),
    };
  }
  const centre = known.reduce((sum, value) => sum + value, 0) / known.length;
  const reach =
    range === null ? null : (SIGMAS * range) / MOVING_RANGE_PER_SIGMA;
  return {
    centre,
    points: values.map((value) => {
      if (!isKnown(value)) return blank();
      if (reach === null) return withoutLimits(value);
      return judged(value, centre - reach, centre + reach);
    }),
  };
}

export function movingRange(values: Numbers): number | null {
  const known = values.filter(isKnown);
  if (known.length < 2) return null;
  const steps = known
    .slice(1)
    .map((value, index) => Math.abs(value - (known[index] ?? value)));
  return steps.reduce((sum, step) => sum + step, 0) / steps.length;
}

/**
 * Charts the events behind the rates (R116), or single values if no denominator is known. Takes the host's rate if it
 * would be written differently, because the host counts in another way.
 */
export function measureChart(
  measure: Pick<RateMeasure, "chart" | "multiplier">,
  { rates, denominators }: { rates: Numbers; denominators: Numbers },
  spread = 1,
): ControlChart {
  const highest = measure.chart === "p" ? measure.multiplier : Infinity;
  if (isOfSingleValues(denominators)) {
    return cut(individualsChart(rates), highest);
  }
  const events = eventsOf(measure, { rates, denominators });
  const chart = ratioChart(
    { events, denominators },
    spread,
    ...(measure.chart === "p"
      ? ([1, shareSigma] as const)
      : ([Infinity, rateSigma] as const)),
  );
  const scale = (value: number | null) =>
    value === null ? null : value * measure.multiplier;
  return {
    centre: scale(chart.centre),
    points: chart.points.map((point, index) => {
      const value = writtenAlike(scale(point.value), rates[index] ?? null);
      const [lower, upper] = [scale(point.lower), scale(point.upper)];
      // Judge the displayed value: the host's unrounded one may lie on the other side of a limit.
      const outside = verdictOf(value, lower, upper);
      return { ...point, value, lower, upper, outside };
    }),
  };
}

export function isOfSingleValues(denominators: Numbers): boolean {
  return !denominators.some(isKnown);
}

/** The wire does not carry the events: the whole number nearest to rate × denominator / multiplier. */
export function eventsOf(
  { multiplier }: Pick<RateMeasure, "multiplier">,
  { rates, denominators }: { rates: Numbers; denominators: Numbers },
): (number | null)[] {
  return rates.map((rate, index) => {
    const denominator = denominators[index];
    return isKnown(rate) && isKnown(denominator)
      ? Math.round((rate * denominator) / multiplier)
      : null;
  });
}

function writtenAlike(ours: number | null, wire: number | null) {
  if (ours === null || wire === null) return null;
  return Math.abs(ours - wire) < HALF_OF_A_HUNDREDTH ? ours : wire;
}

function ratioChart(
  ratios: Ratios,
  spread: number,
  highest: number,
  sigma: (centre: number, denominator: number) => number,
): ControlChart {
  const pairs = pairsOf(ratios);
  const total = (part: "event" | "over") =>
    pairs.reduce((sum, pair) => sum + (pair?.[part] ?? 0), 0);
  const over = total("over");
  const centre = over === 0 ? null : total("event") / over;
  return {
    centre,
    points: pairs.map((pair) => {
      if (!pair) return blank();
      const value = pair.event / pair.over;
      if (centre === null) return withoutLimits(value);
      const reach = SIGMAS * spread * sigma(centre, pair.over);
      return judged(
        value,
        Math.max(0, centre - reach),
        Math.min(highest, centre + reach),
      );
    }),
  };
}

function pairsOf({ events, denominators }: Ratios) {
  return events.map((event, index) => {
    const over = denominators[index];
    return isKnown(event) && isKnown(over) && over > 0 ? { event, over } : null;
  });
}

function judged(value: number, lower: number, upper: number): ControlPoint {
  return { value, lower, upper, outside: verdictOf(value, lower, upper) };
}

export function verdictOf(
  value: number | null,
  lower: number | null,
  upper: number | null,
): ControlPoint["outside"] {
  if (value === null || lower === null || upper === null) return null;
  const slack = ROUNDING * Math.max(Math.abs(lower), Math.abs(upper));
  if (value > upper + slack) return "above";
  return value < lower - slack ? "below" : null;
}

function cut({ centre, points }: ControlChart, highest: number): ControlChart {
  return {
    centre,
    points: points.map((point) => ({
      ...point,
      lower: point.lower && Math.max(0, point.lower),
      upper: point.upper && Math.min(highest, point.upper),
    })),
  };
}

function blank(): ControlPoint {
  return { ...BLANK };
}

function withoutLimits(value: number | null): ControlPoint {
  return { ...BLANK, value };
}

function isKnown(value: number | null | undefined): value is number {
  return typeof value === "number" && Number.isFinite(value);
}
