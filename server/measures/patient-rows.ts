import { sql, type Kysely } from "kysely";
import type { PatientRow } from "~/contract/summary";
import { isoDayOf } from "~/domain/calendar";
import type { Schema } from "~server/store/schema";
import {
  countWhere,
  daysInRange,
  groupBy,
  happenedIn,
  IS_ED_VISIT,
  IS_HOSPITALIZATION,
  isInRange,
  STAYS,
  staysOf,
  TRANSFERS,
  type Question,
} from "./question";

interface StayRow {
  id: number;
  first_name: string | null;
  last_name: string | null;
  frailty_score: number | null;
  admitted_on: number;
  discharged_on: number | null;
  days: number;
}

interface EventCounts {
  patient_id: number;
  hospitalizations: number;
  ed_visits: number;
  long_stay_ed_visits: number;
}

/**
 * The patient list: patients with a stay in the range, by name (R98). Dates are from the newest such stay, days from
 * the range. Events are all of the patient's in the range, at any facility and also between stays, as `rth` and `ed`
 * count them; otherwise a return after discharge would be in the figure but in no row.
 */
export async function readPatientRows(
  db: Kysely<Schema>,
  question: Question,
): Promise<PatientRow[]> {
  const [stays, events] = await Promise.all([
    readStaysNewestFirst(db, question),
    readEventCounts(db, question),
  ]);
  const staysOf = groupBy(stays, ({ id }) => id);
  const newest = [...staysOf.values()].flatMap(([first]) => first ?? []);
  return newest.sort(byPersonName).map((stay) => {
    const found = events.get(stay.id);
    const edVisits = found?.ed_visits ?? 0;
    const longStayEdVisits = found?.long_stay_ed_visits ?? 0;
    return {
      id: stay.id,
      first_name: stay.first_name,
      last_name: stay.last_name,
      admission_date: isoDayOf(stay.admitted_on),
      discharge_date:
        stay.discharged_on === null ? null : isoDayOf(stay.discharged_on),
      days_care: (staysOf.get(stay.id) ?? []).reduce(
        (sum, { days }) => sum + days,
        0,
      ),
      frailty_score: stay.frailty_score,
      hospital_transfers: found?.hospitalizations ?? 0,
      hospital_visits: edVisits,
      short_stay_ed_visits: edVisits - longStayEdVisits,
      long_stay_ed_visits: longStayEdVisits,
    };
  });
}

async function readStaysNewestFirst(
  db: Kysely<Schema>,
  question: Question,
): Promise<StayRow[]> {
  const { rows } = await sql<StayRow>`
    select patients.id, stays.admitted_on, stays.discharged_on,
      ${daysInRange(question)} as days,
      patients.first_name, patients.last_name, patients.frailty_score
    from ${STAYS}
    join patients on patients.id = stays.patient_id
    where ${staysOf(question)} and ${isInRange(question)}
    order by stays.admitted_on desc, stays.id desc`.execute(db);
  return rows;
}

async function readEventCounts(
  db: Kysely<Schema>,
  question: Question,
): Promise<Map<number, EventCounts>> {
  const { rows } = await sql<EventCounts>`
    select transfers.patient_id,
      ${countWhere(IS_HOSPITALIZATION)} as hospitalizations,
      ${countWhere(IS_ED_VISIT)} as ed_visits,
      ${countWhere(sql`${IS_ED_VISIT} and transfers.long_stay = 1`)} as long_stay_ed_visits
    from ${TRANSFERS}
    where ${happenedIn(question)} and transfers.patient_id in (
      select stays.patient_id from ${STAYS}
      where ${staysOf(question)} and ${isInRange(question)})
    group by transfers.patient_id`.execute(db);
  return new Map(rows.map((row) => [row.patient_id, row]));
}

const { compare } = new Intl.Collator("en", { numeric: true });

interface Person {
  id: number;
  first_name: string | null;
  last_name: string | null;
}

/** People without a last name go last. SQL cannot sort this, because collations differ. */
export function byPersonName(one: Person, other: Person): number {
  return (
    Number(!one.last_name) - Number(!other.last_name) ||
    compare(one.last_name ?? "", other.last_name ?? "") ||
    compare(one.first_name ?? "", other.first_name ?? "") ||
    one.id - other.id
  );
}
