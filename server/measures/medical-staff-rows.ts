import { setImmediate as nextTurn } from "node:timers/promises";
import { sql, type Kysely } from "kysely";
import type { MedicalStaffRow } from "~/contract/medicalstaff";
import { NO_PHYSICIAN_ID } from "~/domain/places/hierarchy";
import type { FacilityIds } from "~server/access/facilities";
import type { PhysicianTable, Schema } from "~server/store/schema";
import { type Totals, rowRates } from "./additive-totals";
import { byPersonName } from "./patient-rows";
import {
  countedDays,
  PhysicianFigures,
  pagesOfHistories,
} from "./physicians/physician-figures";
import { isOneOf, type Question } from "./question";

export interface StaffFigures {
  row: MedicalStaffRow;
  totals: Totals;
}

/**
 * The physicians with a stay in the range at a place, by name (R97); stays without a physician come last, under id 0.
 * Figures cover the question's place, except `facility_count`, which counts all facilities in view: at a single
 * facility it would always be 1.
 *
 * @param inView the viewer's facilities
 */
export async function readMedicalStaffRows(
  db: Kysely<Schema>,
  question: Question,
  inView: FacilityIds,
): Promise<StaffFigures[]> {
  const physicians = await readPhysicians(db, question, inView);
  const figures = await readFigures(db, question, physicians);
  // Let other requests in between building, sorting and serialising thousands of rows.
  await nextTurn();
  const rows = Array.from(figures, ([physician, its]) => rowOf(physician, its));
  await nextTurn();
  const isNobody = ({ row }: StaffFigures) =>
    Number(row.id === NO_PHYSICIAN_ID);
  rows.sort(
    (one, other) =>
      isNobody(one) - isNobody(other) ||
      byPersonName(personOf(one), personOf(other)),
  );
  await nextTurn();
  return rows;
}

interface Physician extends Pick<
  PhysicianTable,
  "npi" | "first_name" | "last_name" | "credentials"
> {
  /** Number of facilities at the place, and of all in view. */
  there: number;
  anywhere: number;
}

function rowOf(physician: Physician, figures: PhysicianFigures): StaffFigures {
  const { totals } = figures;
  const people = figures.distinctPeople();
  const row = {
    id: physician.npi,
    physician_first_name: physician.first_name,
    physician_last_name: physician.last_name,
    credentials: physician.credentials,
    facility_count:
      physician.npi === NO_PHYSICIAN_ID ? physician.there : physician.anywhere,
    patient_count: people.patients,
    short_stay_patient_count: people.short_stay,
    long_stay_patient_count: people.long_stay,
    ...rowRates(totals),
    ach_adm: totals.ach_adm,
    frailty_high: people.high,
    frailty_medium: people.medium,
    frailty_low: people.low,
  };
  return { row, totals };
}

function personOf({ row }: StaffFigures) {
  return {
    id: row.id,
    first_name: row.physician_first_name,
    last_name: row.physician_last_name,
  };
}

async function readPhysicians(
  db: Kysely<Schema>,
  { facilityIds, isnp, from, to }: Question,
  inView: FacilityIds,
): Promise<Map<number, Physician>> {
  const isAll = facilityIds === inView;
  const isHere = isOneOf("spans.facility_id", facilityIds) ?? sql`1 = 1`;
  const isInView = isOneOf("spans.facility_id", inView) ?? sql`1 = 1`;
  const ofIsnp = sql`spans.isnp = ${sql.lit(isnp ? 1 : 0)}`;
  const works = sql`spans.npi in (
    select spans.npi from physician_spans as spans where ${ofIsnp} and ${isHere})`;
  const { rows } = await sql<Physician>`
    select counted.npi, counted.there, counted.anywhere,
      physicians.first_name, physicians.last_name, physicians.credentials
    from (
      select spans.npi, count(distinct spans.facility_id) as anywhere,
        ${isAll ? sql`count(distinct spans.facility_id)` : sql`count(distinct case when ${isHere} then spans.facility_id end)`} as there
      from physician_spans as spans
      join facilities on facilities.id = spans.facility_id
      where ${ofIsnp} and ${isInView} and ${isAll ? sql`1 = 1` : works}
        and spans.from_day <= ${to} and spans.from_day <= facilities.data_through
        and facilities.data_through >= ${from}
        and (spans.end_day is null or spans.end_day > ${from})
      group by spans.npi
    ) as counted
    left join physicians on physicians.npi = counted.npi
    where counted.there > 0`.execute(db);
  return new Map(rows.map((row) => [row.npi, row]));
}

async function readFigures(
  db: Kysely<Schema>,
  question: Question,
  physicians: ReadonlyMap<number, Physician>,
): Promise<Map<Physician, PhysicianFigures>> {
  const all = new Map<Physician, PhysicianFigures>();
  for await (const histories of pagesOfHistories(db, question)) {
    for (const { npi, history, reach } of histories) {
      const physician = physicians.get(npi);
      if (!physician) continue;
      const figures = all.get(physician) ?? new PhysicianFigures();
      all.set(physician, figures);
      const days = countedDays(question, reach);
      if (days) figures.add(history, days, physician.there > 1);
    }
  }
  return all;
}
