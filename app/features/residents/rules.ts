import type { EpochDay } from "~/domain/calendar";
import type { StayFacts } from "~/domain/residents/resident-facts";
import { RETURN_WINDOW_DAYS } from "~/domain/residents/return-window";

/** A gap of this many days or more between stays in a facility starts the count anew (R73). */
const NEW_COUNT_GAP_DAYS = 30;

/** How a resident stands today at the facility of the stay, by the stays that are given (R315). */
export interface Standing {
  /** The newest open stay, else the newest that the data of its facility reach, else the newest. */
  stay: StayFacts;
  /** Open at the reach, as in the list of today: of who is in house, or out at hospital with the bed kept. */
  isOpen: boolean;
  longStay:
    | { state: "since"; day: EpochDay }
    | { state: "expected"; day: EpochDay; inDays: number }
    /** Of a stay that is over. */
    | { state: "was"; day: EpochDay }
    | { state: "never" };
  /** The 30 days of an open stay from hospital; null for others. */
  window: { closesOn: EpochDay; daysLeft: number } | null;
  /** Days of all stays, as far as the data reach. */
  daysOfCare: number;
}

export function standingOf(stays: readonly StayFacts[]): Standing | null {
  const newestFirst = [...stays].sort(
    (one, other) => other.admittedOn - one.admittedOn || other.id - one.id,
  );
  const open = newestFirst.find(isOpen);
  const stay = open ?? newestFirst.find(isReached) ?? newestFirst[0];
  if (!stay) return null;
  return {
    stay,
    isOpen: open !== undefined,
    longStay: longStayOf(stay, open !== undefined, stays),
    window: open ? windowOf(open) : null,
    daysOfCare: stays.reduce((sum, one) => sum + daysOfCare(one), 0),
  };
}

/**
 * The day since which a resident is long-stay in a stay: that of the stay before where the status comes from there, as after a
 * trip to hospital (R73).
 */
export function longStaySince(
  stay: StayFacts,
  stays: readonly StayFacts[],
): EpochDay {
  if (stay.longStayFrom > stay.admittedOn) return stay.longStayFrom;
  const [before] = stays
    .filter(
      ({ id, facilityId, admittedOn, longStayFrom, dischargedOn }) =>
        id !== stay.id &&
        facilityId === stay.facilityId &&
        admittedOn < stay.admittedOn &&
        longStayFrom < (dischargedOn ?? Infinity) &&
        stay.admittedOn - (dischargedOn ?? Infinity) < NEW_COUNT_GAP_DAYS,
    )
    .sort((one, other) => other.admittedOn - one.admittedOn);
  return before ? longStaySince(before, stays) : stay.longStayFrom;
}

function isReached({ admittedOn, dataThrough }: StayFacts): boolean {
  return admittedOn <= (dataThrough ?? -Infinity);
}

/** What is after the reach is not known. */
function isOpen(stay: StayFacts): boolean {
  const { dischargedOn, dataThrough } = stay;
  return (
    isReached(stay) && (dischargedOn ?? Infinity) > (dataThrough ?? -Infinity)
  );
}

/** Days of a stay through the reach of its facility's data (R77). */
function daysOfCare({
  admittedOn,
  daysEnd,
  dataThrough,
}: Pick<StayFacts, "admittedOn" | "daysEnd" | "dataThrough">): number {
  if (dataThrough === null) return 0;
  const end = Math.min(daysEnd ?? Infinity, dataThrough + 1);
  return Math.max(0, end - admittedOn);
}

function longStayOf(
  stay: StayFacts,
  isStillOpen: boolean,
  stays: readonly StayFacts[],
): Standing["longStay"] {
  const { longStayFrom: from, dischargedOn, today } = stay;
  if (isStillOpen && from > today) {
    return { state: "expected", day: from, inDays: from - today };
  }
  const day = longStaySince(stay, stays);
  if (isStillOpen) return { state: "since", day };
  return from < (dischargedOn ?? -Infinity)
    ? { state: "was", day }
    : { state: "never" };
}

function windowOf({
  admittedFrom,
  admittedOn,
  today,
}: StayFacts): Standing["window"] {
  if (admittedFrom !== "hospital") return null;
  const closesOn = admittedOn + RETURN_WINDOW_DAYS;
  return { closesOn, daysLeft: closesOn - today };
}
