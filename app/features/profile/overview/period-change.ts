import type { FigureUnit, OverviewMetrics } from "~/domain/figures/metrics";
import type { OverviewFigure } from "~/domain/figures/overview-figures";
import {
  findRateMeasure,
  type RateMeasure,
  type RateParts,
} from "~/domain/figures/rate-measures";
import { isSmallDenominator } from "~/domain/figures/small-numbers";

export interface PeriodChange {
  direction: "up" | "down" | "none";
  /** '2.1 points'; empty if nothing changed. */
  amount: string;
  /** The same, as short as a card needs it, '2.1 pts'. */
  short: string;
  /** Null for a count, and where it cannot be known. */
  verdict: RateVerdict | null;
}

export const FROM_NOTHING = "from 0";

const oneDecimal = decimals(1);
const twoDecimals = decimals(2);

function decimals(digits: number) {
  return new Intl.NumberFormat("en-US", {
    minimumFractionDigits: digits,
    maximumFractionDigits: digits,
  });
}

/** Null where a period lacks the figure, or the earlier one has no patients. Counts follow the census, so only rates have a verdict (R67). */
export function periodChange(
  figure: OverviewFigure,
  now: OverviewMetrics,
  before: OverviewMetrics,
): PeriodChange | null {
  if (!before.patient_count) return null;
  const key = figure.unit === "count" ? "count" : "rate";
  const [to, from] = [figure.read(now)[key], figure.read(before)[key]];
  if (to === null || from === null) return null;
  const { amount, short = amount, isNone } = amountOf(figure.unit, from, to);
  const measure = findRateMeasure(figure.tag);
  const verdict =
    measure && rateVerdict(measure, measure.read(now), measure.read(before));
  if (!isNone) {
    return { direction: to > from ? "up" : "down", amount, short, verdict };
  }
  const isMoved = verdict === "better" || verdict === "worse";
  return {
    direction: "none",
    amount: "",
    short: "",
    verdict: isMoved ? "no real change" : verdict,
  };
}

function amountOf(
  unit: FigureUnit,
  from: number,
  to: number,
): { amount: string; short?: string; isNone: boolean } {
  const size = Math.abs(to - from);
  if (unit === "count") {
    if (from === 0) return { amount: FROM_NOTHING, isNone: to === 0 };
    const percent = oneDecimal.format((size / from) * 100);
    return { amount: `${percent}%`, isNone: percent === "0.0" };
  }
  if (unit === "per-1000") {
    const short = twoDecimals.format(size);
    return { amount: `${short} per 1,000`, short, isNone: short === "0.00" };
  }
  const text = oneDecimal.format(size);
  return {
    amount: `${text} points`,
    short: `${text} pts`,
    isNone: text === "0.0",
  };
}

/** Chance alone moves a rate by more than two standard errors once in some twenty times. */
const CHANCE_SIGMAS = 2;

export type RateVerdict = "better" | "worse" | "no real change" | "too few";

/**
 * Compares the difference with two standard errors under one common rate (R67); lower is better. Null where a period
 * does not know its cases.
 */
export function rateVerdict(
  measure: RateMeasure,
  now: RateParts,
  before: RateParts,
): RateVerdict | null {
  const [a, b] = [judgeable(measure, now), judgeable(measure, before)];
  if (!a || !b) {
    const areKnown = [now, before].every(
      ({ events, denominator }) => events !== null && denominator !== null,
    );
    return areKnown ? "too few" : null;
  }
  const common = (a.events + b.events) / (a.over + b.over);
  const spread =
    measure.chart === "p" ? Math.max(common * (1 - common), 0) : common;
  const error = Math.sqrt(spread * (1 / a.over + 1 / b.over));
  const moved = a.events / a.over - b.events / b.over;
  if (Math.abs(moved) <= CHANCE_SIGMAS * error) return "no real change";
  return moved > 0 ? "worse" : "better";
}

/** Null over no, or too small, a denominator. */
function judgeable(
  measure: RateMeasure,
  { events, denominator }: RateParts,
): { events: number; over: number } | null {
  return events === null ||
    !denominator ||
    isSmallDenominator(measure, denominator)
    ? null
    : { events, over: denominator };
}
