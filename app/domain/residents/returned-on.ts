import type { EpochDay } from "../calendar";

interface Departure {
  /** Day of the transfer. */
  day: EpochDay;
  /** The reported day of return; null if none was reported. */
  returnedOn: EpochDay | null;
  stayId: number | null;
}

interface StayDays {
  id: number;
  admittedOn: EpochDay;
  dischargedOn: EpochDay | null;
  admittedFrom: string | null;
}

/**
 * The day on which a resident came back from a transfer: the reported one, else the next admission if it was from hospital
 * (R314). Null if they are not back, or if the stay went on without a report.
 *
 * @param stays of that resident, at any facility
 */
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
