import type { EpochDay } from "../calendar";

/** An event counts for an admission from hospital from its day to this many days after it (R79). */
export const RETURN_WINDOW_DAYS = 30;

/** True for a day on which an event counts for an admission of another. */
export function isInReturnWindow(
  admittedOn: EpochDay,
  eventOn: EpochDay,
): boolean {
  const after = eventOn - admittedOn;
  return after >= 0 && after <= RETURN_WINDOW_DAYS;
}
