import { sql } from "kysely";
import type { Kysely, RawBuilder, SqlBool } from "kysely";
import type { Frailty } from "~/contract/frailty";
import type { FrailtyBand } from "~/domain/frailty";
import type { Schema } from "~server/store/schema";
import { countWhere, hasDay, staysOf, type Question } from "./question";

/**
 * Row of `patients`: its score is in the band. The bands of `bandForScore`; counting in the database takes half the
 * time of fetching a count per score.
 */
export const IS_IN_BAND: Record<FrailtyBand, RawBuilder<SqlBool>> = {
  high: sql`patients.frailty_score >= 6`,
  medium: sql`patients.frailty_score >= 3 and patients.frailty_score < 6`,
  low: sql`patients.frailty_score >= 0 and patients.frailty_score < 3`,
};

/**
 * Patients with a day in the range by the band of their newest score (design.md, measures). Null where no patient
 * has a day in the range; patients without a score leave zeros.
 */
export async function readFrailty(
  db: Kysely<Schema>,
  question: Question,
): Promise<Frailty | null> {
  const { rows } = await sql<Record<FrailtyBand | "patients", number>>`
    select count(*) as patients,
      ${countWhere(IS_IN_BAND.high)} as high,
      ${countWhere(IS_IN_BAND.medium)} as medium,
      ${countWhere(IS_IN_BAND.low)} as low
    from patients
    where patients.id in (
      select stays.patient_id from stays
      where ${staysOf(question)} and ${hasDay(question)}
    )`.execute(db);
  const [found] = rows;
  if (!found || found.patients === 0) return null;
  return { high: found.high, medium: found.medium, low: found.low };
}
