import { sql } from "kysely";
import type { Kysely, RawBuilder, SqlBool } from "kysely";
import type { MedicalStaffRow } from "~/contract/medicalstaff";
import type { FrailtyBand } from "~/domain/frailty";
import { NO_PHYSICIAN_ID } from "~/domain/places/hierarchy";
import type { FacilityIds } from "~server/access/facilities";
import type { PhysicianTable, Schema } from "~server/store/schema";
import { IS_IN_BAND } from "./frailty";
import { byPersonName } from "./person-order";
import { noTotals } from "./additive-totals";
import { PHYSICIAN_ID, totalsByPhysician } from "./physician-totals";
import {
  countWhere,
  hasDay,
  hasLongStayDay,
  hasShortStayDay,
  isIn,
  isInRange,
  STAYS,
  staysOf,
  type Question,
} from "./question";
import { per1000Days, per1000Months, ratePercent } from "./rates";

/** A physician with a stay in the range, or nobody, with the distinct patients of those stays. */
interface StaffRow extends Pick<
  PhysicianTable,
  "first_name" | "last_name" | "credentials"
> {
  id: number;
  patients: number;
  short_stay_patients: number;
  long_stay_patients: number;
  high: number;
  medium: number;
  low: number;
}

/**
 * The physicians with a stay in the range at a place, by name (R97). The stays without a physician come last, under
 * row id 0. All figures are those of the question's place, except `facility_count`: it counts all facilities in view
 * where the physician has a stay in the range, because at one facility it would always be 1.
 *
 * @param inView the facilities that the viewer may see
 */
export async function readMedicalStaffRows(
  db: Kysely<Schema>,
  question: Question,
  inView: FacilityIds,
): Promise<MedicalStaffRow[]> {
  const rows = await readStaff(db, question);
  const npis = rows.map(({ id }) => id).filter((id) => id !== NO_PHYSICIAN_ID);
  const [totals, facilities] = await Promise.all([
    totalsByPhysician(db, question),
    countFacilities(db, question, inView, npis),
  ]);
  const staff = [
    ...rows.filter(({ id }) => id !== NO_PHYSICIAN_ID).sort(byPersonName),
    ...rows.filter(({ id }) => id === NO_PHYSICIAN_ID),
  ];
  return staff.map((physician) => {
    const { id } = physician;
    const figures = totals.get(id) ?? noTotals();
    return {
      id,
      physician_first_name: physician.first_name,
      physician_last_name: physician.last_name,
      credentials: physician.credentials,
      facility_count: facilities.get(id) ?? 0,
      patient_count: physician.patients,
      short_stay_patient_count: physician.short_stay_patients,
      long_stay_patient_count: physician.long_stay_patients,
      rth_30_metric: ratePercent(figures.rth, figures.ach_adm),
      op_ed_30_metric: ratePercent(figures.ed, figures.ach_adm),
      hosp_1000_lsdoc_metric: per1000Days(figures.h_events, figures.pd_lt_doc),
      ed_1000_lsdoc_metric: per1000Days(figures.ed_events, figures.pd_lt_doc),
      ach_1000mm_metric: per1000Months(figures.adm_events, figures.pd_lt_doc),
      ach_adm: figures.ach_adm,
      pd_lt_doc: figures.pd_lt_doc,
      frailty_high: physician.high,
      frailty_medium: physician.medium,
      frailty_low: physician.low,
    };
  });
}

/** Groups by patient once. A distinct count for each column would be slower. */
async function readStaff(
  db: Kysely<Schema>,
  question: Question,
): Promise<StaffRow[]> {
  const inBand = (band: FrailtyBand) =>
    countWhere(sql`present = 1 and ${IS_IN_BAND[band]}`);
  const { rows } = await sql<StaffRow>`
    with theirs as (
      select stays.npi, stays.patient_id,
        ${isAny(hasDay(question))} as present,
        ${isAny(hasShortStayDay(question))} as short_stay,
        ${isAny(hasLongStayDay(question))} as long_stay
      from ${STAYS}
      where ${staysOf(question)} and ${isInRange(question)}
      group by stays.npi, stays.patient_id
    ), counted as (
      select theirs.npi, sum(present) as patients,
        sum(short_stay) as short_stay_patients,
        sum(long_stay) as long_stay_patients,
        ${inBand("high")} as high, ${inBand("medium")} as medium,
        ${inBand("low")} as low
      from theirs join patients on patients.id = theirs.patient_id
      group by theirs.npi
    )
    select coalesce(counted.npi, ${NO_PHYSICIAN_ID}) as id,
      physicians.first_name, physicians.last_name, physicians.credentials,
      patients, short_stay_patients, long_stay_patients, high, medium, low
    from counted
    left join physicians on physicians.npi = counted.npi`.execute(db);
  return rows;
}

function isAny(condition: RawBuilder<SqlBool>): RawBuilder<number> {
  return sql`max(case when ${condition} then 1 else 0 end)`;
}

/** @param npis the physicians with a stay in the range at the question's place */
async function countFacilities(
  db: Kysely<Schema>,
  question: Question,
  inView: FacilityIds,
  npis: readonly number[],
): Promise<Map<number, number>> {
  if (question.facilityIds === inView) {
    const { rows } = await sql<{ npi: number; facilities: number }>`
      select ${PHYSICIAN_ID} as npi, count(*) as facilities
      from (
        select distinct stays.npi, stays.facility_id from ${STAYS}
        where ${staysOf(question)} and ${isInRange(question)}
      ) as stays
      group by stays.npi`.execute(db);
    return new Map(rows.map((row) => [row.npi, row.facilities]));
  }
  const anywhere = { ...question, facilityIds: inView };
  const nobodys = { ...question, npi: null };
  // PostgreSQL would read the stays of the whole company for NPIs that it does not know beforehand.
  const { rows } = await sql<{ npi: number; facilities: number }>`
    select stays.npi, count(distinct stays.facility_id) as facilities
    from ${STAYS}
    where ${isIn("stays.npi", npis)}
      and ${staysOf(anywhere)} and ${isInRange(anywhere)}
    group by stays.npi
    union all
    select ${NO_PHYSICIAN_ID} as npi, count(distinct stays.facility_id) as facilities
    from ${STAYS}
    where ${staysOf(nobodys)} and ${isInRange(nobodys)}`.execute(db);
  return new Map(rows.map((row) => [row.npi, row.facilities]));
}
