import { usDayOf, type IsoDay } from "../calendar";
import { formatCount } from "../number-format";

/** The admissions from hospital of some stays. A host may not know which of them are settled. */
export interface AdmissionCounts {
  ach_adm: number | null;
  /** Those whose 30 days are over, which the two percentages are of (R79). */
  settled_adm?: number | null | undefined;
  /** The last day whose admissions are settled everywhere. */
  settled_through?: IsoDay | null | undefined;
}

/** Said where no admission is settled. */
export const NONE_SETTLED = "The 30 days after these admissions are not over.";

/** What the two percentages are of. */
export function settledOf({
  settled_adm,
  ach_adm,
}: AdmissionCounts): number | null {
  return settled_adm ?? ach_adm;
}

/** True where there are admissions and none of them is settled: there is no rate yet. */
export function hasNoneSettled({
  settled_adm,
  ach_adm,
}: Pick<AdmissionCounts, "ach_adm" | "settled_adm">): boolean {
  return settled_adm === 0 && ach_adm !== null && ach_adm > 0;
}

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
