import type { EpochDay } from "~/domain/calendar";

/** A resident is long-stay after this many cumulative days at a facility (R72): from day 101 on. */
export const SHORT_STAY_DAYS = 100;

/** A gap of this many days or more between stays in a facility starts the count anew (R73). */
const NEW_COUNT_GAP_DAYS = 30;

/** The days of a stay: admission day up to, not including, its discharge day; null while it is open. */
interface StayDays {
  id: number;
  admitted_on: EpochDay;
  discharged_on: EpochDay | null;
}

/** The day after a stay's last one; infinite for an open stay. */
export function endOf(stay: StayDays): number {
  return stay.discharged_on ?? Infinity;
}

/** Orders stays from oldest to newest: by admission day, and by id within a day. */
export function oldestFirst(one: StayDays, other: StayDays): number {
  return one.admitted_on - other.admitted_on || one.id - other.id;
}

/**
 * The day on which each stay of one patient in one facility becomes long-stay, by stay id: the 101st cumulative day
 * there, or the admission day where that day lies before the stay. The day is given even if the stay ends before it
 * (R72).
 *
 * A gap is admission day minus discharge day of the stay before. A stay without a day of its own still ends a gap.
 * Days that overlapping stays share count once.
 */
export function longStayStarts(
  stays: readonly StayDays[],
): Map<number, EpochDay> {
  const starts = new Map<number, EpochDay>();
  let daysBeforeBlock = 0;
  let blockStart = -Infinity;
  let blockEnd = -Infinity;
  for (const stay of [...stays].sort(oldestFirst)) {
    const gap = stay.admitted_on - blockEnd;
    if (gap >= NEW_COUNT_GAP_DAYS) {
      daysBeforeBlock = 0;
      blockStart = stay.admitted_on;
    } else if (gap > 0) {
      daysBeforeBlock += blockEnd - blockStart;
      blockStart = stay.admitted_on;
    }
    blockEnd = Math.max(blockEnd, endOf(stay));
    const daysBefore = daysBeforeBlock + (stay.admitted_on - blockStart);
    starts.set(
      stay.id,
      stay.admitted_on + Math.max(0, SHORT_STAY_DAYS - daysBefore),
    );
  }
  return starts;
}
