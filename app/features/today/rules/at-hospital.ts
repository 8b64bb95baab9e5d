import type { EpochDay } from "~/domain/calendar";
import { returnDay } from "~/domain/residents/return-window";
import { todayLimits } from "./attention-rules.data";

/** A longer gap between two stays in a facility is a new beginning, no return (R73). */
const NEW_BEGINNING_DAYS = 30;

/** No rule and no count by facility needs an older transfer than one of a return within 72 hours. */
export const RULES_LOOK_BACK_DAYS = NEW_BEGINNING_DAYS + todayLimits.backDays;

/** A stay of a resident, as far as the data of its facility reach. */
export interface StayThere {
  id: number;
  facilityId: number;
  admittedOn: EpochDay;
  dischargedOn: EpochDay | null;
  admittedFrom: string;
}

export interface Trip {
  /** The stay that it belongs to (R75). */
  stayId: number | null;
  day: EpochDay;
  /** To the emergency department alone. */
  isVisit: boolean;
  /** Null if unknown. */
  returnedOn: EpochDay | null;
}

/**
 * The day of the stay's newest transfer, if it was to a hospital bed within 15 days, no return is reported, and the
 * stay ended with it or is open (R329). Null otherwise, or with a stay elsewhere. `trips` and `stays` are of the
 * resident anywhere.
 */
export function outSince(...args: Parameters<typeof tripOut>): EpochDay | null {
  return tripOut(...args)?.day ?? null;
}

export function tripOut<One extends Trip>(
  stay: StayThere,
  trips: readonly One[],
  stays: readonly StayThere[],
  today: EpochDay,
): One | null {
  const trip = newestOf(trips.filter(({ stayId }) => stayId === stay.id));
  if (!trip || trip.isVisit || trip.returnedOn !== null) return null;
  if (today - trip.day > todayLimits.outDays) return null;
  if (stay.dischargedOn !== null && stay.dischargedOn !== trip.day) return null;
  const isElsewhere = stays.some(
    ({ id, dischargedOn, admittedOn }) =>
      id !== stay.id &&
      (admittedOn >= trip.day ||
        dischargedOn === null ||
        dischargedOn > trip.day),
  );
  return isElsewhere ? null : trip;
}

/**
 * The day of R314 if it is less than 30 days after a transfer from the same facility, or the day of an ED visit
 * without a reported return (R280, R330). Null if unknown.
 */
export function backOn(
  stay: StayThere,
  trips: readonly Trip[],
  stays: readonly StayThere[],
): EpochDay | null {
  const days = trips.flatMap((trip) => {
    const left = stays.find(({ id }) => id === trip.stayId);
    if (left?.facilityId !== stay.facilityId) return [];
    const sameDay = trip.isVisit && left.id === stay.id ? trip.day : null;
    const day = returnDay(trip, stays) ?? sameDay;
    if (day === null || day < stay.admittedOn) return [];
    return day - trip.day < NEW_BEGINNING_DAYS ? day : [];
  });
  return days.length === 0 ? null : Math.max(...days);
}

/** Prefers the transfer to a bed within a day: an ED visit may be its beginning. */
function newestOf<One extends Trip>(trips: readonly One[]): One | undefined {
  return [...trips].sort(
    (one, other) =>
      other.day - one.day || Number(one.isVisit) - Number(other.isVisit),
  )[0];
}
