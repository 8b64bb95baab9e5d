import type { EpochDay } from "~/domain/calendar";

/** A resident is long-stay from day 101 at a facility, counted cumulatively (R72). */
export const SHORT_STAY_DAYS = 100;

/** A gap this long between stays in a facility restarts the count (R73). */
const NEW_COUNT_GAP_DAYS = 30;

/** Includes the admission day but not the discharge day; null while open. */
interface StayDays {
  id: number;
  admitted_on: EpochDay;
  /** Admission time by the facility's clock, if known. */
  admitted_minute?: number | null;
  discharged_on: EpochDay | null;
}

/** The day after the last; infinite for an open stay. */
export function endOf(stay: Pick<StayDays, "discharged_on">): number {
  return stay.discharged_on ?? Infinity;
}

export function oldestFirst(one: StayDays, other: StayDays): number {
  return (
    one.admitted_on - other.admitted_on ||
    (one.admitted_minute ?? -1) - (other.admitted_minute ?? -1) ||
    one.id - other.id
  );
}

export interface CoveredDays {
  /** The day after the last one covered; null while open. */
  days_end: EpochDay | null;
  /** When the resident becomes long-stay, even if the stay ends before. */
  long_stay_from: EpochDay;
}

/**
 * Days that each stay of a patient in a facility covers, and when it becomes long-stay: the 101st cumulative day there,
 * or the admission day if that is later (R72).
 *
 * A one-day stay covers its day unless another stay does: a longer one, or the first of several one-day stays (R68). A
 * gap is the admission day minus the previous discharge day. Days shared by overlapping stays count once.
 *
 * @returns by stay id
 */
export function coveredDays(
  stays: readonly StayDays[],
): Map<number, CoveredDays> {
  const inOrder = [...stays].sort(oldestFirst);
  const covered = new Map<number, CoveredDays>();
  let daysBeforeBlock = 0;
  let blockStart = -Infinity;
  let blockEnd = -Infinity;
  let discharge = -Infinity;
  for (const stay of inOrder) {
    const { id, admitted_on: from, discharged_on } = stay;
    const days_end =
      discharged_on === from && isHeldByNone(stay, inOrder)
        ? from + 1
        : discharged_on;
    if (from - discharge >= NEW_COUNT_GAP_DAYS) {
      daysBeforeBlock = 0;
      blockStart = from;
    } else if (from > blockEnd) {
      daysBeforeBlock += blockEnd - blockStart;
      blockStart = from;
    }
    discharge = Math.max(discharge, endOf(stay));
    const daysBefore = daysBeforeBlock + (from - blockStart);
    blockEnd = Math.max(blockEnd, from, days_end ?? Infinity);
    covered.set(id, {
      days_end,
      long_stay_from: from + Math.max(0, SHORT_STAY_DAYS - daysBefore),
    });
  }
  return covered;
}

function isHeldByNone(
  { id, admitted_on: day }: StayDays,
  stays: readonly StayDays[],
): boolean {
  const holds = stays.some(
    (stay) => stay.admitted_on <= day && day < endOf(stay),
  );
  const first = stays.find(
    (stay) => stay.admitted_on === day && stay.discharged_on === day,
  );
  return !holds && first?.id === id;
}
