import { sql } from "kysely";
import type { Kysely } from "kysely";
import type { LocationRow } from "~/contract/summary";
import type { Schema } from "~server/store/schema";
import { CHILD_PLACES, type ParentLevel } from "./child-places";
import { cumulativeTotalByPlace } from "./cumulative-totals";
import type { PeopleDays } from "./people-days";
import { countPresent } from "./presence";
import { isOneOf, type Question } from "./question";

/**
 * The drill-down list of a company, division or region: a row for each child place that has a facility in the
 * question, by name (R97). Places without a stay in the range have zeros; where that holds for
 * all of them, the list is empty.
 *
 * @param people of the question's stays, by the parent's child places
 */
export async function readLocationRows(
  db: Kysely<Schema>,
  parent: ParentLevel,
  question: Question,
  people: PeopleDays,
): Promise<LocationRow[]> {
  const { column } = CHILD_PLACES[parent];
  const isOccupied = Object.values(people.places).some(
    ({ physicians, nobody }) =>
      countPresent(physicians, question) + countPresent(nobody, question) > 0,
  );
  if (!isOccupied) return [];
  const [places, admissions] = await Promise.all([
    readPlaces(db, parent, question),
    cumulativeTotalByPlace(db, question, "ach_adm", column),
  ]);
  return places.map(({ id, name }) => {
    const there = people.places[id];
    return {
      id,
      name,
      physician_count: there ? countPresent(there.physicians, question) : 0,
      patient_count: there ? countPresent(there.patients, question) : 0,
      long_stay_patient_count: there
        ? countPresent(there.longStayPatients, question)
        : 0,
      admit_from_hospital_count: admissions.get(id) ?? 0,
    };
  });
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
