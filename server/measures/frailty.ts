import type { Frailty } from "~/contract/frailty";
import { patientsOf, type PeopleByBand } from "./stay-figures";

/**
 * Patients with a day in the range by the band of their newest score (R106). Null where no patient
 * has a day in the range; patients without a score leave zeros.
 */
export function frailtyOf(people: PeopleByBand): Frailty | null {
  if (patientsOf(people) === 0) return null;
  const { high, medium, low } = people;
  return { high, medium, low };
}
