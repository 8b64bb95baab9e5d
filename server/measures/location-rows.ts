import { sql, type Kysely } from "kysely";
import type { LocationRow } from "~/contract/summary";
import { NO_PHYSICIAN_ID } from "~/domain/places/hierarchy";
import type { Schema } from "~server/store/schema";
import {
  noTotals,
  totalsWithout,
  type Totals,
  rowRates,
} from "./additive-totals";
import { CHILD_PLACES, type ParentLevel } from "./child-places";
import { isIn, isOneOf, type Question } from "./question";
import { openFigures, patientsOf } from "./stay-figures";
import { PlaceTotals } from "./totals/place-totals";
import { noPeople, type PeopleCount } from "./totals/total-columns";

/**
 * The drill-down list of a company, division or region: its child places with a facility in the question, by name
 * (R97), with the rates of their own overviews (R384). Places without a stay in the range show 0; the list is empty if
 * that applies to all.
 */
export async function readLocationRows(
  db: Kysely<Schema>,
  parent: ParentLevel,
  question: Question,
): Promise<LocationRow[]> {
  const children = await readPlaces(db, parent, question);
  const ids = children.map(({ id }) => id);
  const figures = await readFigures(db, parent, question, ids);
  if (!figures.some(hasStay)) return [];
  const physicians = await countPhysicians(db, parent, question);
  return children.map(({ id, name }, index) => {
    const { totals, people, isKnown } = figures[index] ?? NOTHING;
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

interface ChildFigures {
  totals: Totals;
  people: PeopleCount;
  /** False if the place's data end before the range. */
  isKnown: boolean;
}

const NOTHING: ChildFigures = {
  totals: noTotals(),
  people: noPeople(),
  isKnown: true,
};

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

function hasStay({ totals }: ChildFigures): boolean {
  return totals.days_of_care > 0 || totals.snf_adm > 0;
}

/** Figures of each child place: of all its facilities, or of the requested ones if the question is narrower. */
async function readFigures(
  db: Kysely<Schema>,
  parent: ParentLevel,
  question: Question,
  ids: readonly number[],
): Promise<ChildFigures[]> {
  const { facilityIds, place } = question;
  return place || facilityIds === "all"
    ? figuresOfPlaces(db, parent, question, ids)
    : figuresOfParts(
        db,
        await readFacilitiesOf(db, parent, facilityIds, ids),
        question,
      );
}

async function figuresOfPlaces(
  db: Kysely<Schema>,
  parent: ParentLevel,
  { isnp, from, to }: Question,
  ids: readonly number[],
): Promise<ChildFigures[]> {
  const { child } = CHILD_PLACES[parent];
  const places = await PlaceTotals.open(db, { level: child, ids, isnp });
  const { through, people } = await places.read({
    people: ids.map((placeId) => ({ placeId, from, to })),
    through: ids.flatMap((placeId) => [
      { placeId, day: from - 1 },
      { placeId, day: to },
    ]),
  });
  return ids.map((id, index) => {
    const reach = places.reachOf(id);
    const [before = noTotals(), end = noTotals()] = through.slice(2 * index);
    return {
      totals: totalsWithout(end, before),
      people: people[index] ?? noPeople(),
      isKnown: reach === null || reach.latest >= from,
    };
  });
}

async function figuresOfParts(
  db: Kysely<Schema>,
  parts: readonly number[][],
  question: Question,
): Promise<ChildFigures[]> {
  const found: ChildFigures[] = [];
  for (const facilityIds of parts) {
    const figures = await openFigures(db, { ...question, facilityIds });
    const { totals, people } = await figures.over({
      totals: [question],
      people: [question],
    });
    found.push({
      totals: totals[0] ?? noTotals(),
      people: people[0] ?? noPeople(),
      isKnown: figures.reach === null || figures.reach.latest >= question.from,
    });
  }
  return found;
}

export async function readFacilitiesOf(
  db: Kysely<Schema>,
  parent: ParentLevel,
  facilityIds: readonly number[],
  ids: readonly number[],
): Promise<number[][]> {
  const { rows } = await sql<{ place_id: number; id: number }>`
    select ${sql.ref(CHILD_PLACES[parent].column)} as place_id, facilities.id
    from facilities join regions on regions.id = facilities.region_id
    where ${isIn("facilities.id", facilityIds)}`.execute(db);
  return ids.map((placeId) =>
    rows.filter(({ place_id }) => place_id === placeId).map(({ id }) => id),
  );
}

/** Distinct physicians with a stay in the range, by child place. */
async function countPhysicians(
  db: Kysely<Schema>,
  parent: ParentLevel,
  { facilityIds, isnp, from, to }: Question,
): Promise<Map<number, number>> {
  const placeId = sql.ref(CHILD_PLACES[parent].column);
  // SQLite joins a cross join in written order: it looks up each facility's spans, not each span's facility.
  const { rows } = await sql<{ place_id: number; physicians: number }>`
    select ${placeId} as place_id, count(distinct spans.npi) as physicians
    from facilities
    join regions on regions.id = facilities.region_id
    cross join physician_spans as spans
    where spans.facility_id = facilities.id
      and spans.isnp = ${isnp ? 1 : 0} and spans.npi <> ${NO_PHYSICIAN_ID}
      and ${isOneOf("facilities.id", facilityIds) ?? sql`1 = 1`}
      and spans.from_day <= ${to} and spans.from_day <= facilities.data_through
      and facilities.data_through >= ${from}
      and (spans.end_day is null or spans.end_day > ${from})
    group by ${placeId}`.execute(db);
  return new Map(rows.map((row) => [row.place_id, row.physicians]));
}

export async function readPlaces(
  db: Kysely<Schema>,
  parent: ParentLevel,
  question: Pick<Question, "facilityIds">,
): Promise<{ id: number; name: string }[]> {
  const { column, table } = CHILD_PLACES[parent];
  const inQuestion = isOneOf("facilities.id", question.facilityIds);
  const { rows } = await sql<{ id: number; name: string }>`
    select places.id, places.name
    from ${sql.table(table)} as places
    where places.id in (
      select ${sql.ref(column)} from facilities
      join regions on regions.id = facilities.region_id
      ${inQuestion ? sql`where ${inQuestion}` : sql``}
    )`.execute(db);
  const { compare } = new Intl.Collator("en", { numeric: true });
  return rows.sort((a, b) => compare(a.name, b.name) || a.id - b.id);
}
