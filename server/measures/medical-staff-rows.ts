import { setImmediate as nextTurn } from "node:timers/promises";
import { sql } from "kysely";
import type { Kysely } from "kysely";
import type { MedicalStaffRow } from "~/contract/medicalstaff";
import { NO_PHYSICIAN_ID } from "~/domain/places/hierarchy";
import type { FacilityIds } from "~server/access/facilities";
import type { PhysicianTable, Schema } from "~server/store/schema";
import type { Totals } from "./additive-totals";
import { byPersonName } from "./person-order";
import { PhysicianFigures } from "./physicians/physician-figures";
import { pagesOfHistories } from "./physicians/pages-of-histories";
import { isOneOf, type Question } from "./question";
import { per1000Days, per1000Months, ratePercent } from "./rates";

/** A physician's row of the list, and the counts that its rates are of. */
export interface StaffFigures {
  row: MedicalStaffRow;
  totals: Totals;
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
): Promise<StaffFigures[]> {
  const there = await countFacilities(db, question, question.facilityIds);
  const anywhere =
    question.facilityIds === inView
      ? there
      : await countFacilities(db, question, inView, [...there.keys()]);
  const figures = await readFigures(db, question, there);
  const names = await readNames(db, [...figures.keys()]);
  // Thousands of rows are made, put in order and written down, each without a pause: others have their turn between.
  await nextTurn();
  const rows = [...figures].map(([id, its]) =>
    rowOf({ id, ...(names.get(id) ?? NAMELESS) }, its, anywhere.get(id) ?? 0),
  );
  await nextTurn();
  const isNobody = ({ row }: StaffFigures) => row.id === NO_PHYSICIAN_ID;
  const inOrder = [
    ...rows
      .filter((one) => !isNobody(one))
      .sort((one, other) => byPersonName(personOf(one), personOf(other))),
    ...rows.filter(isNobody),
  ];
  await nextTurn();
  return inOrder;
}

type Names = Pick<PhysicianTable, "first_name" | "last_name" | "credentials">;

const NAMELESS: Names = {
  first_name: null,
  last_name: null,
  credentials: null,
};

function rowOf(
  physician: Names & { id: number },
  figures: PhysicianFigures,
  facilityCount: number,
): StaffFigures {
  const { totals } = figures;
  const people = figures.distinctPeople();
  const row = {
    id: physician.id,
    physician_first_name: physician.first_name,
    physician_last_name: physician.last_name,
    credentials: physician.credentials,
    facility_count: facilityCount,
    patient_count: people.patients,
    short_stay_patient_count: people.short_stay,
    long_stay_patient_count: people.long_stay,
    rth_30_metric: ratePercent(totals.rth, totals.ach_adm),
    op_ed_30_metric: ratePercent(totals.ed, totals.ach_adm),
    hosp_1000_lsdoc_metric: per1000Days(totals.h_events, totals.pd_lt_doc),
    ed_1000_lsdoc_metric: per1000Days(totals.ed_events, totals.pd_lt_doc),
    ach_1000mm_metric: per1000Months(totals.adm_events, totals.pd_lt_doc),
    ach_adm: totals.ach_adm,
    pd_lt_doc: totals.pd_lt_doc,
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

/** In how many of the facilities each physician, and nobody, has a stay in the range. */
async function countFacilities(
  db: Kysely<Schema>,
  { isnp, from, to }: Question,
  facilityIds: FacilityIds,
  npis?: readonly number[],
): Promise<Map<number, number>> {
  const places = isOneOf("spans.facility_id", facilityIds);
  const { rows } = await sql<{ npi: number; facilities: number }>`
    select spans.npi, count(distinct spans.facility_id) as facilities
    from physician_spans as spans
    join facilities on facilities.id = spans.facility_id
    where spans.isnp = ${isnp ? 1 : 0} and ${places ?? sql`1 = 1`}
      and ${npis ? sql`spans.npi in (${sql.join(npis.length > 0 ? npis : [null])})` : sql`1 = 1`}
      and spans.from_day <= ${to} and spans.from_day <= facilities.data_through
      and facilities.data_through >= ${from}
      and (spans.end_day is null or spans.end_day > ${from})
    group by spans.npi`.execute(db);
  return new Map(rows.map((row) => [row.npi, row.facilities]));
}

/** The figures of each physician with a stay in the range. */
async function readFigures(
  db: Kysely<Schema>,
  question: Question,
  facilitiesOf: ReadonlyMap<number, number>,
): Promise<Map<number, PhysicianFigures>> {
  const physicians = new Map<number, PhysicianFigures>();
  for await (const histories of pagesOfHistories(db, question)) {
    for (const { npi, history, reach } of histories) {
      const facilities = facilitiesOf.get(npi) ?? 0;
      if (facilities === 0) continue;
      let figures = physicians.get(npi);
      if (!figures) physicians.set(npi, (figures = new PhysicianFigures()));
      const to = Math.min(question.to, reach ?? -Infinity);
      const days = { ...question, to };
      if (days.to < days.from) continue;
      figures.add(history, days, facilities > 1);
    }
  }
  return physicians;
}

async function readNames(
  db: Kysely<Schema>,
  npis: readonly number[],
): Promise<Map<number, Names>> {
  const names = new Map<number, Names>();
  const columns = ["npi", "first_name", "last_name", "credentials"] as const;
  for (let at = 0; at < npis.length; at += NAMES_AT_ONCE) {
    const rows = await db
      .selectFrom("physicians")
      .select(columns)
      .where("npi", "in", npis.slice(at, at + NAMES_AT_ONCE))
      .execute();
    for (const { npi, ...name } of rows) names.set(npi, name);
  }
  return names;
}

const NAMES_AT_ONCE = 5_000;
