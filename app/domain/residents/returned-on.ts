import type { EpochDay } from "../calendar";

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
