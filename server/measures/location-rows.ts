import { sql, type Kysely } from "kysely";
import type { LocationRow } from "~/contract/summary";
import { NO_PHYSICIAN_ID } from "~/domain/places/hierarchy";
import type { Schema } from "~server/store/schema";
import { noTotals, rowRates } from "./additive-totals";
import {
  CHILD_PLACES,
  readChildFigures,
  readPlaces,
  type ParentLevel,
} from "./child-places";
import { FACILITIES, isOneOf, type Question } from "./question";
import { patientsOf } from "./stay-figures";
import { placeColumn } from "./totals/place-reach";
import { noPeople } from "./totals/total-columns";

/**
 * The child places with a facility in the question, by name (R97), with the rates of their own overviews (R384). The
 * list is empty if no place has a stay in the range.
 */
export async function readLocationRows(
  db: Kysely<Schema>,
  parent: ParentLevel,
  question: Question,
): Promise<LocationRow[]> {
  const children = await readPlaces(db, parent, question);
  const ids = children.map(({ id }) => id);
  const range = [{ from: question.from, to: question.to }];
  const found = await readChildFigures(
    db,
    parent,
    question,
    ids,
    () => range,
    true,
  );
  const hasStay = found.some(({ totals: [its] }) =>
    Boolean(its && (its.days_of_care > 0 || its.snf_adm > 0)),
  );
  if (!hasStay) return [];
  const physicians = await countPhysicians(db, parent, question);
  return children.map(({ id, name }, index) => {
    const its = found[index];
    const [totals = noTotals()] = its?.totals ?? [];
    const [people = noPeople()] = its?.people ?? [];
    const isKnown = !its?.reach || its.reach.latest >= question.from;
    if (!isKnown) return { id, name, ...NOT_KNOWN };
    return {
      id,
      name,
      physician_count: physicians.get(id) ?? 0,
      patient_count: patientsOf(people),
      long_stay_patient_count: people.long_stay,
      admit_from_hospital_count: totals.ach_adm,
      ...rowRates(totals),
    };
  });
}

/** The place's data end before the range. */
const NOT_KNOWN = {
  physician_count: null,
  patient_count: null,
  long_stay_patient_count: null,
  admit_from_hospital_count: null,
  rth_30_metric: null,
  op_ed_30_metric: null,
  hosp_1000_lsdoc_metric: null,
  ed_1000_lsdoc_metric: null,
  ach_1000mm_metric: null,
  settled_adm: null,
  pd_lt_doc: null,
};

async function countPhysicians(
  db: Kysely<Schema>,
  parent: ParentLevel,
  { facilityIds, isnp, from, to }: Question,
): Promise<Map<number, number>> {
  const placeId = placeColumn(CHILD_PLACES[parent].child);
  // SQLite joins a cross join in written order: it looks up each facility's spans, not each span's facility.
  const { rows } = await sql<{ place_id: number; physicians: number }>`
    select ${placeId} as place_id, count(distinct spans.npi) as physicians
    from ${FACILITIES} cross join physician_spans as spans
    where spans.facility_id = facilities.id
      and spans.isnp = ${isnp ? 1 : 0} and spans.npi <> ${NO_PHYSICIAN_ID}
      and ${isOneOf("facilities.id", facilityIds) ?? sql`1 = 1`}
      and spans.from_day <= ${to} and spans.from_day <= facilities.data_through
      and facilities.data_through >= ${from}
      and (spans.end_day is null or spans.end_day > ${from})
    group by ${placeId}`.execute(db);
  return new Map(rows.map((row) => [row.place_id, row.physicians]));
}
