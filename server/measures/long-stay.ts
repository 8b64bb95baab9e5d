import type { EpochDay } from "~/domain/calendar";

/** A resident is long-stay after this many cumulative days at a facility (R72): from day 101 on. */
export const SHORT_STAY_DAYS = 100;

/** A gap of this many days or more between stays in a facility starts the count again (R73). */
const NEW_COUNT_GAP_DAYS = 30;

/** The days of a stay: admission day up to, not including, its discharge day; null while it is open. */
interface StayDays {
  id: number;
  admitted_on: EpochDay;
  /** When the resident came, by the facility's clock, where anybody has told it. */
  admitted_minute?: number | null;
  discharged_on: EpochDay | null;
}

/** The day after a stay's last one; infinite for an open stay. */
export function endOf(stay: Pick<StayDays, "discharged_on">): number {
  return stay.discharged_on ?? Infinity;
}

/** Orders stays from oldest to newest: by admission day, within a day by its time where that is known, then by id. */
export function oldestFirst(one: StayDays, other: StayDays): number {
  return (
    one.admitted_on - other.admitted_on ||
    (one.admitted_minute ?? -1) - (other.admitted_minute ?? -1) ||
    one.id - other.id
  );
}

export interface CoveredDays {
  /** The day after the last one that the stay covers; null while it is open. */
  days_end: EpochDay | null;
  /** The day from which the resident is long-stay, also where the stay ends before it. */
  long_stay_from: EpochDay;
}

/**
 * The days that each stay of one patient in one facility covers, and when it becomes long-stay: the 101st cumulative day
 * there, or the admission day where that day lies before the stay (R72).
 *
 * A stay of one day covers it, unless another stay holds it: one that goes on, or the first of several such (R68). A gap is
 * admission day minus discharge day of the stay before. Days that overlapping stays share count once.
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

/** True for a stay of one day that no other stay of the patient there covers. */
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
