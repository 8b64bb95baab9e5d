import { setImmediate as nextTurn } from "node:timers/promises";
import { sql } from "kysely";
import type { Kysely } from "kysely";
import type { EpochDay } from "~/domain/calendar";
import type { Schema } from "~server/store/schema";
import { firstOfNextMonth } from "./graph-months";
import { staysOf, type Whose } from "./question";

/**
 * For each day, how many patients have it as their first day in its calendar month. The sum over a month, or over its
 * days up to some day, counts distinct patients; so one pass over the stays answers every month, wherever it is cut.
 */
export interface MonthStarts {
  firstDay: EpochDay;
  /** By days after `firstDay`, to the end of the month of the last admission or discharge. */
  counts: number[];
  /** Patients of open stays: in every month after that they are the ones with a day. */
  openPatients: number;
}

/** Rows read at once; between pages other requests have their turn. */
const PAGE_ROWS = 20_000;

interface StayDays {
  patient_id: number;
  admitted_on: EpochDay;
  discharged_on: EpochDay | null;
}

/**
 * Reads the stays once, patient by patient. It depends on no range, so it holds until the next import.
 *
 * @param pageRows more than one patient has stays
 */
export async function readMonthStarts(
  db: Kysely<Schema>,
  whose: Whose,
  pageRows = PAGE_ROWS,
): Promise<MonthStarts> {
  const span = await readSpan(db, whose);
  if (!span) return { firstDay: 0, counts: [], openPatients: 0 };
  const firstDay = span.first;
  const lastDay = firstOfNextMonth(span.last) - 1;
  const counts = new Array<number>(lastDay - firstDay + 1).fill(0);
  const nextMonth = firstDaysOfNextMonth(firstDay, lastDay);
  let openPatients = 0;
  for await (const patients of pagesOfPatients(db, whose, pageRows)) {
    for (const stays of patients) {
      if (stays.some((stay) => stay.discharged_on === null)) openPatients += 1;
      for (const day of firstDaysInMonths(stays, firstDay, nextMonth)) {
        counts[day - firstDay] = (counts[day - firstDay] ?? 0) + 1;
      }
    }
  }
  return { firstDay, counts, openPatients };
}

/** Distinct patients with a day from the first of a month up to and including a day of it. */
export function patientsInMonth(
  { firstDay, counts, openPatients }: MonthStarts,
  first: EpochDay,
  last: EpochDay,
): number {
  if (first > firstDay + counts.length - 1) return openPatients;
  let patients = 0;
  for (let day = Math.max(first, firstDay); day <= last; day += 1) {
    patients += counts[day - firstDay] ?? 0;
  }
  return patients;
}

async function readSpan(
  db: Kysely<Schema>,
  whose: Whose,
): Promise<{ first: EpochDay; last: EpochDay } | null> {
  const { rows } = await sql<
    Record<"first" | "admitted" | "discharged", number | null>
  >`
    select min(admitted_on) as first, max(admitted_on) as admitted,
      max(discharged_on) as discharged
    from stays where ${staysOf(whose)}`.execute(db);
  const [row] = rows;
  if (!row || row.first === null || row.admitted === null) return null;
  return {
    first: row.first,
    last: Math.max(row.admitted, row.discharged ?? 0),
  };
}

/** The stays that have a day, those of each patient together. */
async function* pagesOfPatients(
  db: Kysely<Schema>,
  whose: Whose,
  pageRows: number,
): AsyncGenerator<StayDays[][]> {
  let lastId = -1;
  for (;;) {
    const { rows } = await sql<StayDays>`
      select patient_id, admitted_on, discharged_on from stays
      where ${staysOf(whose)} and patient_id > ${lastId}
        and (discharged_on is null or discharged_on > admitted_on)
      order by patient_id limit ${pageRows}`.execute(db);
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
function groupByPatient(rows: readonly StayDays[]): StayDays[][] {
  const groups: StayDays[][] = [];
  let group: StayDays[] = [];
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

/** By days after `firstDay`. A look-up is a tenth of the time of asking the calendar for each stay. */
function firstDaysOfNextMonth(
  firstDay: EpochDay,
  lastDay: EpochDay,
): Int32Array {
  const table = new Int32Array(lastDay - firstDay + 1);
  let next = firstDay;
  for (let day = firstDay; day <= lastDay; day += 1) {
    if (day === next) next = firstOfNextMonth(day);
    table[day - firstDay] = next;
  }
  return table;
}

/** The first day of one patient in each month in which they have one. Open stays last as long as the table. */
function firstDaysInMonths(
  stays: readonly StayDays[],
  firstDay: EpochDay,
  nextMonth: Int32Array,
): EpochDay[] {
  const days: EpochDay[] = [];
  const tableEnd = firstDay + nextMonth.length;
  for (const { admitted_on, discharged_on } of stays) {
    const end = discharged_on ?? tableEnd;
    for (
      let day = admitted_on;
      day < end;
      day = nextMonth[day - firstDay] ?? end
    ) {
      days.push(day);
    }
  }
  if (stays.length === 1) return days;
  const firstDays = new Map<EpochDay, EpochDay>();
  for (const day of days) {
    const month = nextMonth[day - firstDay] ?? day;
    firstDays.set(month, Math.min(day, firstDays.get(month) ?? day));
  }
  return [...firstDays.values()];
}
