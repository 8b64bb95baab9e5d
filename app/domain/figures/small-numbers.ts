import { counted } from "../lists/counted-words";
import {
  DAYS_PER_MONTH,
  SMALL_DENOMINATOR,
  type RateMeasure,
} from "./rate-measures";
import { SMALL_MARK } from "./small-mark";

type Exposure = Pick<RateMeasure, "daysPerUnit">;

const exact = new Intl.NumberFormat("en-US", { maximumFractionDigits: 1 });

/** Under 20 admissions or patient months (R66). Days are judged as months: 20 days of one resident are hardly anything. */
export function isSmallDenominator(
  measure: Exposure,
  denominator: number | null,
): boolean {
  if (denominator === null || denominator <= 0) return false;
  return exposureOf(measure, denominator) < SMALL_DENOMINATOR;
}

export function smallNumberSentence(
  measure: Exposure & Pick<RateMeasure, "denominatorWords">,
  denominator: number | null,
): string | null {
  if (denominator === null || !isSmallDenominator(measure, denominator)) {
    return null;
  }
  // What is under the bound must not be rounded up to it.
  const exposure = Math.min(
    exposureOf(measure, denominator),
    SMALL_DENOMINATOR - 0.1,
  );
  return `Small number: this rate comes from ${counted(exact.format(exposure), exposureWords(measure))}. Treat with caution: with fewer than ${SMALL_DENOMINATOR}, one more or one less moves it far.`;
}

export function smallMonthsSentence(
  measure: Exposure & Pick<RateMeasure, "denominatorWords">,
  denominators: readonly (number | null)[],
): string | null {
  const small = denominators.filter((one) => isSmallDenominator(measure, one));
  if (small.length === 0) return null;
  return `Small numbers in ${small.length} of ${denominators.length} months: fewer than ${SMALL_DENOMINATOR} ${exposureWords(measure)}, so the rate jumps.`;
}

export const SMALL_MARK_NOTE = `${SMALL_MARK} Small number (under ${SMALL_DENOMINATOR} admissions or patient months): treat with caution.`;

/** The same of rates per days. */
export const SMALL_DAYS_NOTE = `${SMALL_MARK} Under ${SMALL_DENOMINATOR} patient months.`;

export function exposureWords({
  daysPerUnit,
  denominatorWords,
}: Exposure & Pick<RateMeasure, "denominatorWords">): string {
  return daysPerUnit === null ? denominatorWords : "long-term patient months";
}

function exposureOf({ daysPerUnit }: Exposure, denominator: number): number {
  return daysPerUnit === null
    ? denominator
    : (denominator * daysPerUnit) / DAYS_PER_MONTH;
}
