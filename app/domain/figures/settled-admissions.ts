import type { IsoDay } from "../calendar";

export interface AdmissionCounts {
  ach_adm: number | null;
  /** Admissions with a finished 30-day window, the denominator of both percentages (R79). */
  settled_adm?: number | null | undefined;
  settled_through?: IsoDay | null | undefined;
}

export const NONE_SETTLED = "The 30 days after these admissions are not over.";

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
