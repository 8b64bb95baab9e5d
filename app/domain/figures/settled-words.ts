import { usDayOf } from "../calendar";
import { formatCount } from "../number-format";
import type { AdmissionCounts } from "./settled-admissions";

/**
 * 'of 7,120 admissions through 10/28/2026; 640 later ones are not counted yet'. Facilities whose data reach different days
 * have no one day: 'of 7,120 admissions whose 30 days are over; 640 are not counted yet'. Null where all are counted.
 */
export function settledWords(
  { ach_adm, settled_adm, settled_through }: AdmissionCounts,
  hasOneReach: boolean,
): string | null {
  if (settled_adm == null || ach_adm === null) return null;
  const rest = ach_adm - settled_adm;
  if (rest <= 0) return null;
  const [which, later] =
    hasOneReach && settled_through
      ? [
          `through ${usDayOf(settled_through)}`,
          rest === 1 ? " later one" : " later ones",
        ]
      : ["whose 30 days are over", ""];
  const noun = settled_adm === 1 ? "admission" : "admissions";
  return `of ${formatCount(settled_adm)} ${noun} ${which}; ${formatCount(rest)}${later} ${rest === 1 ? "is" : "are"} not counted yet`;
}
