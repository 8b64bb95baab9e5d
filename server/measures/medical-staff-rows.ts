import { sql } from "kysely";
import type { Kysely, RawBuilder, SqlBool } from "kysely";
import type { MedicalStaffRow } from "~/contract/medicalstaff";
import type { FrailtyBand } from "~/domain/frailty";
import { NO_PHYSICIAN_ID } from "~/domain/hierarchy";
import type { FacilityIds } from "~server/access/facilities";
import type { PhysicianTable, Schema } from "~server/store/schema";
import { IS_IN_BAND } from "./frailty";
import { byPersonName } from "./person-order";
import { noTotals } from "./facility-totals";
import { PHYSICIAN_ID, totalsByPhysician } from "./physician-totals";
import {
  hasDay,
  hasLongStayDay,
  hasShortStayDay,
  isInRange,
  staysOf,
  type Question,
} from "./question";
import { per1000Days, per1000Months, ratePercent } from "./rates";

/** Distinct patients of a physician. */
interface PatientCounts {
  npi: number;
  patients: number;
  short_stay_patients: number;
  long_stay_patients: number;
  high: number;
  medium: number;
  low: number;
}

type Physician = Pick<
  PhysicianTable,
  "first_name" | "last_name" | "credentials"
> & { id: number };

/**
 * The physicians with a stay in the range at a place, by name, the stays without a physician last under row id 0
 * (design.md, measures). All figures are those of the question's place, but a physician's `facility_count`: it
 * counts all facilities in view where they have a stay in the range, because at one facility it would always be 1.
 *
 * @param inView the facilities that the viewer may see
 */
export async function readMedicalStaffRows(
  db: Kysely<Schema>,
  question: Question,
  inView: FacilityIds,
): Promise<MedicalStaffRow[]> {
  const [patients, totals, physicians, facilities] = await Promise.all([
    readPatientCounts(db, question),
    totalsByPhysician(db, question),
    readPhysicians(db, question),
    countFacilities(db, question, inView),
  ]);
  const staff = patients.has(NO_PHYSICIAN_ID)
    ? [...physicians.sort(byPersonName), NOBODY]
    : physicians.sort(byPersonName);
  return staff.map((physician) => {
    const { id } = physician;
    const figures = totals.get(id) ?? noTotals();
    const counts = patients.get(id);
    return {
      id,
      physician_first_name: physician.first_name,
      physician_last_name: physician.last_name,
      credentials: physician.credentials,
      facility_count: facilities.get(id) ?? 0,
      patient_count: counts?.patients ?? 0,
      short_stay_patient_count: counts?.short_stay_patients ?? 0,
      long_stay_patient_count: counts?.long_stay_patients ?? 0,
      rth_30_metric: ratePercent(figures.rth, figures.ach_adm),
      op_ed_30_metric: ratePercent(figures.ed, figures.ach_adm),
      hosp_1000_lsdoc_metric: per1000Days(figures.h_events, figures.pd_lt_doc),
      ed_1000_lsdoc_metric: per1000Days(figures.ed_events, figures.pd_lt_doc),
      ach_1000mm_metric: per1000Months(figures.adm_events, figures.pd_lt_doc),
      frailty_high: counts?.high ?? 0,
      frailty_medium: counts?.medium ?? 0,
      frailty_low: counts?.low ?? 0,
    };
  });
}

const NOBODY: Physician = {
  id: NO_PHYSICIAN_ID,
  first_name: null,
  last_name: null,
  credentials: null,
};

async function readPatientCounts(
  db: Kysely<Schema>,
  question: Question,
): Promise<Map<number, PatientCounts>> {
  const inBand = (band: FrailtyBand) =>
    countPatients(sql`${hasDay(question)} and ${IS_IN_BAND[band]}`);
  const { rows } = await sql<PatientCounts>`
    select ${PHYSICIAN_ID} as npi,
      ${countPatients(hasDay(question))} as patients,
      ${countPatients(hasShortStayDay(question))} as short_stay_patients,
      ${countPatients(hasLongStayDay(question))} as long_stay_patients,
      ${inBand("high")} as high,
      ${inBand("medium")} as medium,
      ${inBand("low")} as low
    from stays
    join patients on patients.id = stays.patient_id
    where ${staysOf(question)} and ${isInRange(question)}
    group by stays.npi`.execute(db);
  return new Map(rows.map((row) => [row.npi, row]));
}

function countPatients(condition: RawBuilder<SqlBool>): RawBuilder<number> {
  return sql`count(distinct case when ${condition} then stays.patient_id end)`;
}

async function readPhysicians(
  db: Kysely<Schema>,
  question: Question,
): Promise<Physician[]> {
  const { rows } = await sql<Physician>`
    select npi as id, first_name, last_name, credentials
    from physicians
    where npi in (${npisInRange(question)})`.execute(db);
  return rows;
}

async function countFacilities(
  db: Kysely<Schema>,
  question: Question,
  inView: FacilityIds,
): Promise<Map<number, number>> {
  const anywhere = { ...question, facilityIds: inView };
  const nobodys = { ...question, npi: null };
  const { rows } = await sql<{ npi: number; facilities: number }>`
    select stays.npi, count(distinct stays.facility_id) as facilities
    from stays
    where stays.npi in (${npisInRange(question)})
      and ${staysOf(anywhere)} and ${isInRange(anywhere)}
    group by stays.npi
    union all
    select ${NO_PHYSICIAN_ID} as npi, count(distinct stays.facility_id) as facilities
    from stays
    where ${staysOf(nobodys)} and ${isInRange(nobodys)}`.execute(db);
  return new Map(rows.map((row) => [row.npi, row.facilities]));
}

function npisInRange(question: Question): RawBuilder<unknown> {
  return sql`select stays.npi from stays
    where ${staysOf(question)} and ${isInRange(question)}`;
}
