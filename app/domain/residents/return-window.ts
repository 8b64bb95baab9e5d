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
