import { sql } from "kysely";
import type { RawBuilder, SqlBool } from "kysely";
import type { Frailty } from "~/contract/frailty";
import type { FrailtyBand } from "~/domain/frailty";
import { patientsOf, type PeopleByBand } from "./people";

/** Condition on `patients`: the score is in the band. The bands are those of `bandForScore`. */
export const IS_IN_BAND: Record<FrailtyBand, RawBuilder<SqlBool>> = {
  high: sql`patients.frailty_score >= 6`,
  medium: sql`patients.frailty_score >= 3 and patients.frailty_score < 6`,
  low: sql`patients.frailty_score >= 0 and patients.frailty_score < 3`,
};

/**
 * Patients with a day in the range by the band of their newest score (R106). Null where no patient
 * has a day in the range; patients without a score leave zeros.
 */
export function frailtyOf(people: PeopleByBand): Frailty | null {
  if (patientsOf(people) === 0) return null;
  const { high, medium, low } = people;
  return { high, medium, low };
}
