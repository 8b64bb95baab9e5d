import { sql } from "kysely";
import type { Kysely } from "kysely";
import type { LocationRow } from "~/contract/summary";
import type { Level } from "~/domain/hierarchy";
import type { Schema } from "~server/store/schema";
import { cumulativeTotalByPlace, type PlaceColumn } from "./cumulative-totals";
import {
  hasDay,
  hasLongStayDay,
  isInRange,
  isOneOf,
  staysOf,
  type Question,
} from "./question";

/** The levels whose drill-down list holds places. */
type ParentLevel = Exclude<Level, "facility" | "physician">;

const CHILD_PLACES: Record<
  ParentLevel,
  { column: PlaceColumn; table: "divisions" | "regions" | "facilities" }
> = {
  company: { column: "regions.division_id", table: "divisions" },
  division: { column: "facilities.region_id", table: "regions" },
  region: { column: "facilities.id", table: "facilities" },
};

interface DistinctCounts {
  place_id: number;
  physicians: number;
  patients: number;
  long_stay_patients: number;
}

/**
 * The drill-down list of a company, division or region: a row for each child place that has a facility in the
 * question, by name (design.md, measures). Places without a stay in the range have zeros; where that holds for
 * all of them, the list is empty.
 */
export async function readLocationRows(
  db: Kysely<Schema>,
  parent: ParentLevel,
  question: Question,
): Promise<LocationRow[]> {
  const { column } = CHILD_PLACES[parent];
  const [places, counts, admissions] = await Promise.all([
    readPlaces(db, parent, question),
    readDistinctCounts(db, column, question),
    cumulativeTotalByPlace(db, question, "ach_adm", column),
  ]);
  if (counts.size === 0) return [];
  return places.map(({ id, name }) => {
    const found = counts.get(id);
    return {
      id,
      name,
      physician_count: found?.physicians ?? 0,
      patient_count: found?.patients ?? 0,
      long_stay_patient_count: found?.long_stay_patients ?? 0,
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

async function readDistinctCounts(
  db: Kysely<Schema>,
  column: PlaceColumn,
  question: Question,
): Promise<Map<number, DistinctCounts>> {
  const place = sql.ref(column);
  const { rows } = await sql<DistinctCounts>`
    select ${place} as place_id,
      count(distinct stays.npi) as physicians,
      count(distinct case when ${hasDay(question)} then stays.patient_id end) as patients,
      count(distinct case when ${hasLongStayDay(question)} then stays.patient_id end)
        as long_stay_patients
    from stays
    join facilities on facilities.id = stays.facility_id
    join regions on regions.id = facilities.region_id
    where ${staysOf(question)} and ${isInRange(question)}
    group by ${place}`.execute(db);
  return new Map(rows.map((row) => [row.place_id, row]));
}
