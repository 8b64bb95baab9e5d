import { sql } from "kysely";
import type { PatientRow } from "~/contract/summary";
import { usDayOf } from "~/domain/calendar";
import { bandForScore, FRAILTY_WORDS } from "~/domain/frailty";
import { formatCount } from "~/domain/number-format";
import { lastFirst } from "~/domain/person-name";
import { readPatientRows } from "~server/measures/patient-rows";
import { isInRange, STAYS, staysOf } from "~server/measures/question";
import type { ReportSection } from "~server/cms-requests/pdf/page";
import {
  ownQuestion,
  type LocalData,
  missingNames,
  RESIDENT_NUMBER,
  residentName,
} from "./local-data";
import { periodText, type Period } from "./report-period";

interface Resident extends PatientRow {
  mrn: string | null;
}

type Compare = (one: Resident, other: Resident) => number;

const UNKNOWN = "Unknown";

/** Rows arrive by name and the sort is stable. */
const SORTS: Record<string, { words: string; compare: Compare }> = {
  "1": {
    words: "Sorted by discharge date. Residents who are still there come last.",
    compare: byText((resident) => resident.discharge_date ?? "9999"),
  },
  "2": {
    words: "Sorted by admission date.",
    compare: byText((resident) => resident.admission_date ?? ""),
  },
  "3": { words: "Sorted by last name and first name.", compare: () => 0 },
  "4": {
    words:
      "Sorted by frailty score, the highest first. The census has no status of quality measures.",
    compare: (one, other) => scoreOf(other) - scoreOf(one),
  },
};

/** Residents with a stay in the days, sorted as requested, by name by default. */
export async function residentSection(
  data: LocalData,
  days: Period = data.days,
): Promise<ReportSection> {
  const residents = await readResidents(data, days);
  const heading = "Residents";
  if (residents.length === 0) {
    return {
      heading,
      sentences: [`No resident had a stay from ${periodText(days, " to ")}.`],
    };
  }
  const asked = data.order.args.sortBy?.value;
  const sort = SORTS[String(asked)] ?? SORTS["3"];
  const { length } = residents;
  const count =
    length === 1 ? "1 resident" : `${formatCount(length)} residents`;
  return {
    heading,
    sentences: [
      `${count} with a stay from ${periodText(days, " to ")}. ${sort?.words ?? ""}`,
      "The two dates are from the newest stay. Days, hospitalizations and ED visits count this time only.",
      ...missingNames(residents.map(nameOf), RESIDENT_NUMBER),
    ],
    table: {
      columns: [
        { label: "Resident", width: 23 },
        { label: "MRN", width: 12 },
        { label: "Admitted", width: 11 },
        { label: "Discharged", width: 11.5 },
        { label: "Days", width: 7, isNumber: true },
        { label: "Hospitalizations", width: 15, isNumber: true },
        { label: "ED visits", width: 7.5, isNumber: true },
        { label: "Frailty", width: 13 },
      ],
      rows: residents
        .sort(sort?.compare)
        .map((resident) => [
          residentName(nameOf(resident), resident.mrn, resident.id ?? 0),
          resident.mrn ?? UNKNOWN,
          dayText(resident.admission_date, UNKNOWN),
          dayText(resident.discharge_date, "Still there"),
          formatCount(resident.days_care),
          formatCount(resident.hospital_transfers),
          formatCount(resident.hospital_visits ?? null),
          frailtyText(resident.frailty_score),
        ]),
    },
  };
}

function nameOf({ last_name, first_name }: Resident): string {
  return lastFirst(last_name, first_name);
}

async function readResidents(
  data: LocalData,
  days: Period,
): Promise<Resident[]> {
  const question = ownQuestion(data, days);
  const rows = await readPatientRows(data.db, question);
  const found = await sql<{ id: number; mrn: string | null }>`
    select id, mrn from patients where id in (
      select stays.patient_id from ${STAYS}
      where ${staysOf(question)} and ${isInRange(question)})`.execute(data.db);
  const mrns = new Map(found.rows.map(({ id, mrn }) => [id, mrn]));
  return rows.map((row) => ({ ...row, mrn: mrns.get(row.id ?? 0) ?? null }));
}

function byText(read: (resident: Resident) => string): Compare {
  return (one, other) =>
    read(one) === read(other) ? 0 : read(one) < read(other) ? -1 : 1;
}

function scoreOf({ frailty_score }: Resident): number {
  return frailty_score ?? -1;
}

function frailtyText(score: number | null): string {
  const band = bandForScore(score);
  // The word comes first: a score right after the number of ED visits would read as part of it.
  return band ? `${FRAILTY_WORDS[band]} (${score})` : UNKNOWN;
}

function dayText(day: string | null, without: string): string {
  return day === null ? without : usDayOf(day);
}
