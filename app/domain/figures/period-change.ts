import { isBeyondChance } from "./chance";
import type { FigureUnit, OverviewMetrics } from "./metrics";
import type { OverviewFigure } from "./overview-figures";
import { findRateMeasure } from "./rate-measures";

/** How a figure of the overview card moved since the period of the same length before. */
export interface PeriodChange {
  direction: "up" | "down" | "none";
  /** By how much, '2.1 points'; empty where nothing moved. */
  amount: string;
  /** The same, as short as a card needs it, '2.1 pts'. */
  short: string;
  /** Null where the direction means nothing by itself, and where chance alone can have made it. */
  verdict: "better" | "worse" | null;
}

/** The amount of a count that was 0: it has no percentage. */
export const FROM_NOTHING = "from 0";

const oneDecimal = decimals(1);
const twoDecimals = decimals(2);

function decimals(digits: number) {
  return new Intl.NumberFormat("en-US", {
    minimumFractionDigits: digits,
    maximumFractionDigits: digits,
  });
}

/**
 * The change of a figure between two periods (R67). Null where one of them does not know the figure, and where the
 * earlier one has no patients.
 *
 * - Counts change in percent of the earlier count, with one decimal. From 0 there is no percentage, so '0' is named.
 * - Percentages change in percentage points, with one decimal.
 * - Rates per 1,000 change in their own unit, with two decimals.
 *
 * For rates, lower is better. Counts follow the census and are neither. A change within chance has no verdict.
 */
export function periodChange(
  figure: OverviewFigure,
  now: OverviewMetrics,
  before: OverviewMetrics,
): PeriodChange | null {
  if (!before.patient_count) return null;
  const key = figure.unit === "count" ? "count" : "rate";
  const [to, from] = [figure.read(now)[key], figure.read(before)[key]];
  if (to === null || from === null) return null;
  const { amount, short, isNone } = amountOf(figure.unit, from, to);
  if (isNone) {
    return { direction: "none", amount: "", short: "", verdict: null };
  }
  const direction = to > from ? "up" : "down";
  return {
    direction,
    amount,
    short,
    verdict: verdictOf(figure, direction, now, before),
  };
}

function amountOf(unit: FigureUnit, from: number, to: number) {
  const size = Math.abs(to - from);
  if (unit === "count") {
    if (from === 0) return named(FROM_NOTHING, to === 0);
    const percent = oneDecimal.format((size / from) * 100);
    return named(`${percent}%`, percent === "0.0");
  }
  if (unit === "per-1000") {
    const text = twoDecimals.format(size);
    return { ...named(`${text} per 1,000`, text === "0.00"), short: text };
  }
  const text = oneDecimal.format(size);
  return {
    ...named(`${text} points`, text === "0.0"),
    short: `${text} pts`,
  };
}

function named(amount: string, isNone: boolean) {
  return { amount, short: amount, isNone };
}

function verdictOf(
  { tag }: OverviewFigure,
  direction: "up" | "down",
  now: OverviewMetrics,
  before: OverviewMetrics,
): PeriodChange["verdict"] {
  const measure = findRateMeasure(tag);
  if (!measure) return null;
  if (!isBeyondChance(measure, measure.read(now), measure.read(before))) {
    return null;
  }
  return direction === "up" ? "worse" : "better";
}
