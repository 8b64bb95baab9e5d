import { sql } from "kysely";
import type { Kysely } from "kysely";
import type { LocationRow } from "~/contract/summary";
import { NO_PHYSICIAN_ID } from "~/domain/places/hierarchy";
import type { Schema } from "~server/store/schema";
import { totalsWithout, type Totals } from "./additive-totals";
import { CHILD_PLACES, type ParentLevel } from "./child-places";
import { isOneOf, type Question } from "./question";
import { PlaceTotals } from "./totals/place-totals";
import { BANDS, type PeopleCount } from "./totals/total-columns";

/**
 * The drill-down list of a company, division or region: a row for each child place that has a facility in the
 * question, by name (R97). Places without a stay in the range have zeros; where that holds for
 * all of them, the list is empty.
 */
export async function readLocationRows(
  db: Kysely<Schema>,
  parent: ParentLevel,
  question: Question,
): Promise<LocationRow[]> {
  const children = await readPlaces(db, parent, question);
  const { child } = CHILD_PLACES[parent];
  const { isnp, from, to } = question;
  const ids = children.map(({ id }) => id);
  const totals = await PlaceTotals.open(db, { level: child, ids, isnp });
  const { through: sums, people } = await totals.read({
    people: ids.map((placeId) => ({ placeId, from, to })),
    through: ids.flatMap((placeId) => [
      { placeId, day: from - 1 },
      { placeId, day: to },
    ]),
  });
  if (!hasStays(sums)) return [];
  const physicians = await countPhysicians(db, parent, question);
  const admissionsBy = (index: number) => sums[index]?.ach_adm ?? 0;
  return children.map(({ id, name }, index) => ({
    id,
    name,
    physician_count: physicians.get(id) ?? 0,
    patient_count: patientsIn(people[index]),
    long_stay_patient_count: people[index]?.long_stay ?? 0,
    admit_from_hospital_count:
      admissionsBy(2 * index + 1) - admissionsBy(2 * index),
  }));
}

/** Whether a range has a day of care or an admission, by the sums through the day before it and its last one. */
function hasStays(sums: readonly Totals[]): boolean {
  return sums.some((through, at) => {
    const before = sums[at - 1];
    if (at % 2 === 0 || !before) return false;
    const { days_of_care, snf_adm } = totalsWithout(through, before);
    return days_of_care > 0 || snf_adm > 0;
  });
}

function patientsIn(people: PeopleCount | undefined): number {
  return BANDS.reduce((sum, band) => sum + (people?.[band] ?? 0), 0);
}

/** Distinct physicians with a stay in the range, by child place. */
async function countPhysicians(
  db: Kysely<Schema>,
  parent: ParentLevel,
  { facilityIds, isnp, from, to }: Question,
): Promise<Map<number, number>> {
  const placeId = sql.ref(CHILD_PLACES[parent].column);
  const { rows } = await sql<{ place_id: number; physicians: number }>`
    select ${placeId} as place_id, count(distinct spans.npi) as physicians
    from physician_spans as spans
    join facilities on facilities.id = spans.facility_id
    join regions on regions.id = facilities.region_id
    where spans.isnp = ${isnp ? 1 : 0} and spans.npi <> ${NO_PHYSICIAN_ID}
      and ${isOneOf("spans.facility_id", facilityIds) ?? sql`1 = 1`}
      and spans.from_day <= ${to} and spans.from_day <= facilities.data_through
      and facilities.data_through >= ${from}
      and (spans.end_day is null or spans.end_day > ${from})
    group by ${placeId}`.execute(db);
  return new Map(rows.map((row) => [row.place_id, row.physicians]));
}

async function readPlaces(
  db: Kysely<Schema>,
  parent: ParentLevel,
  question: Question,
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
