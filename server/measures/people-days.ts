import { setImmediate as nextTurn } from "node:timers/promises";
import { sql } from "kysely";
import type { Kysely } from "kysely";
import type { EpochDay } from "~/domain/calendar";
import { bandForScore } from "~/domain/frailty";
import type { Schema } from "~server/store/schema";
import { knownEnd } from "./data-reach";
import { PresenceBuilder, type Presence } from "./presence";
import { staysOf, type StayFilter } from "./question";
import type { Band } from "./totals/total-columns";

/** Rows that are read at once. Other requests run between two pages, so a page has to be counted within milliseconds. */
const PAGE_ROWS = 5_000;

interface StayOfPatient {
  patient_id: number;
  admitted_on: EpochDay;
  discharged_on: EpochDay | null;
  data_through: EpochDay;
  frailty_score: number | null;
}

/**
 * The days on which the patients of some stays were there, through the reach of each facility's data (R245), by band of
 * their newest score. Reads all of these stays.
 *
 * @param pageRows rows at once; must exceed the number of stays of any patient
 */
export async function readPeopleDays(
  db: Kysely<Schema>,
  filter: StayFilter,
  pageRows = PAGE_ROWS,
): Promise<Record<Band, Presence>> {
  const builders = {
    high: new PresenceBuilder(),
    medium: new PresenceBuilder(),
    low: new PresenceBuilder(),
    none: new PresenceBuilder(),
  };
  for await (const patients of pagesOfPatients(db, filter, pageRows)) {
    for (const stays of patients) {
      const band = bandForScore(stays[0]?.frailty_score ?? null) ?? "none";
      builders[band].add(
        stays.map((stay) => ({
          from: stay.admitted_on,
          end: knownEnd(stay, stay.data_through),
        })),
      );
    }
  }
  return {
    high: builders.high.build(),
    medium: builders.medium.build(),
    low: builders.low.build(),
    none: builders.none.build(),
  };
}

/** The stays of some patients at a time, grouped by patient. */
async function* pagesOfPatients(
  db: Kysely<Schema>,
  filter: StayFilter,
  pageRows: number,
): AsyncGenerator<StayOfPatient[][]> {
  let lastId = -1;
  for (;;) {
    const { rows } = await sql<StayOfPatient>`
      select stays.patient_id, stays.admitted_on, stays.discharged_on,
        facilities.data_through, patients.frailty_score
      from stays join facilities on facilities.id = stays.facility_id
      join patients on patients.id = stays.patient_id
      where ${staysOf(filter)} and stays.patient_id > ${lastId}
        and stays.admitted_on <= facilities.data_through
      order by stays.patient_id limit ${pageRows}`.execute(db);
    const patients = groupByPatient(rows);
    if (rows.length < pageRows) {
      yield patients;
      return;
    }
    // A full page may have cut off its last patient, who is read again with the next one.
    patients.pop();
    lastId = patients.at(-1)?.[0]?.patient_id ?? lastId;
    yield patients;
    await nextTurn();
  }
}

/** Rows in the order of their patients. */
function groupByPatient(rows: readonly StayOfPatient[]): StayOfPatient[][] {
  const groups: StayOfPatient[][] = [];
  let group: StayOfPatient[] = [];
  for (const row of rows) {
    if (row.patient_id === group[0]?.patient_id) {
      group.push(row);
    } else {
      group = [row];
      groups.push(group);
    }
  }
  return groups;
}
