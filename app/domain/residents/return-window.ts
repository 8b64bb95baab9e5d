import type { EpochDay } from "../calendar";

/** An event counts for an admission from hospital from its day to this many days after it (R79). */
export const RETURN_WINDOW_DAYS = 30;

/**
 * True if an event counts for an admission. On the day of the admission it counts only if it belongs to that stay: otherwise it ended the
 * stay before, or happened at another facility (R75).
 *
 * @param stayId the stay that the event belongs to
 */
export function isReturnOf(
  stay: { id: number; admittedOn: EpochDay },
  { day, stayId }: { day: EpochDay; stayId: number | null },
): boolean {
  const after = day - stay.admittedOn;
  if (after === 0) return stayId === stay.id;
  return after > 0 && after <= RETURN_WINDOW_DAYS;
}
