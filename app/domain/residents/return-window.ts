import type { EpochDay } from "../calendar";

/** An event counts for an admission from hospital from its day to this many days after it (R79). */
export const RETURN_WINDOW_DAYS = 30;

/**
 * An event on the day of the admission counts only if it belongs to that stay: else it ended the stay before, or
 * happened elsewhere (R75).
 */
export function isReturnOf(
  stay: { id: number; admittedOn: EpochDay },
  { day, stayId }: { day: EpochDay; stayId: number | null },
): boolean {
  const after = day - stay.admittedOn;
  if (after === 0) return stayId === stay.id;
  return after > 0 && after <= RETURN_WINDOW_DAYS;
}

interface Departure {
  day: EpochDay;
  returnedOn: EpochDay | null;
  stayId: number | null;
}

interface StayDays {
  id: number;
  admittedOn: EpochDay;
  dischargedOn: EpochDay | null;
  admittedFrom: string | null;
}

/** The reported day, else that of the next admission if it was from hospital (R314). `stays` are those of the resident at any facility. */
export function returnDay(
  { day, returnedOn, stayId }: Departure,
  stays: readonly StayDays[],
): EpochDay | null {
  if (returnedOn !== null) return returnedOn;
  const left = stays.find(({ id }) => id === stayId);
  if (left && !(left.dischargedOn !== null && left.dischargedOn <= day)) {
    return null;
  }
  const [next] = stays
    .filter(({ id, admittedOn }) => id !== stayId && admittedOn >= day)
    .sort(
      (one, other) => one.admittedOn - other.admittedOn || one.id - other.id,
    );
  return next?.admittedFrom === "hospital" ? next.admittedOn : null;
}
