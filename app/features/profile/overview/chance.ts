import type { RateMeasure, RateParts } from "~/domain/figures/rate-measures";
import { isSmallDenominator } from "~/domain/figures/small-numbers";

/** Chance alone moves a rate by more than two standard errors once in some twenty times. */
const CHANCE_SIGMAS = 2;

/** Compares the difference with two standard errors under one common rate (R67). Null over no, or too small, a denominator. */
export function isBeyondChance(
  measure: RateMeasure,
  now: RateParts,
  before: RateParts,
): boolean | null {
  const [a, b] = [judgeable(measure, now), judgeable(measure, before)];
  if (!a || !b) return null;
  const common = (a.events + b.events) / (a.over + b.over);
  const spread =
    measure.chart === "p" ? Math.max(common * (1 - common), 0) : common;
  const error = Math.sqrt(spread * (1 / a.over + 1 / b.over));
  const moved = Math.abs(a.events / a.over - b.events / b.over);
  return moved > CHANCE_SIGMAS * error;
}

export type RateVerdict = "better" | "worse" | "no real change" | "too few";

/** The one verdict on a rate (R67); lower is better. Null where a period does not know its cases. */
export function rateVerdict(
  measure: RateMeasure,
  now: RateParts,
  before: RateParts,
): RateVerdict | null {
  const isBeyond = isBeyondChance(measure, now, before);
  if (isBeyond === null) {
    const areKnown = [now, before].every(
      ({ events, denominator }) => events !== null && denominator !== null,
    );
    return areKnown ? "too few" : null;
  }
  if (!isBeyond) return "no real change";
  const rateOf = ({ events, denominator }: RateParts) =>
    (events ?? 0) / (denominator ?? 1);
  return rateOf(now) > rateOf(before) ? "worse" : "better";
}

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
