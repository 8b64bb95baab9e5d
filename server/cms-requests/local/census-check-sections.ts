import { sql } from "kysely";
import { isoDayOf, usDayOf } from "~/domain/calendar";
import { formatCount } from "~/domain/number-format";
import { lastFirst } from "~/domain/person-name";
import { isInRange, STAYS, staysOf } from "~server/measures/question";
import type { ReportSection } from "~server/cms-requests/pdf/page";
import {
  ownQuestion,
  type LocalData,
  missingNames,
  RESIDENT_NUMBER,
  residentName,
} from "./local-data";
import { lastMonths, type Period } from "./report-period";

interface CheckedStay {
  patient_id: number;
  last_name: string | null;
  first_name: string | null;
  mrn: string | null;
  frailty_score: number | null;
  npi: number | null;
  admitted_on: number;
  discharged_on: number | null;
  admitted_from: "hospital" | "community" | "other";
}

const CHECKS: {
  words: string;
  short: string;
  lacks(stay: CheckedStay): boolean;
}[] = [
  {
    words: "Stays of residents without an MRN",
    short: "MRN",
    lacks: ({ mrn }) => !mrn?.trim(),
  },
  {
    words: "Stays of residents without a frailty score",
    short: "frailty score",
    lacks: ({ frailty_score }) => (frailty_score ?? -1) < 0,
  },
  {
    words: "Stays without a physician",
    short: "physician",
    lacks: ({ npi }) => npi === null,
  },
];

const SOURCES = [
  ["hospital", "From hospital"],
  ["community", "From the community"],
  ["other", "From elsewhere"],
] as const;

/** Gaps, sources and movements that a nurse checks before a submission. Requires a stay in the period. */
export async function censusCheckSections(
  data: LocalData,
): Promise<ReportSection[]> {
  const stays = await readStays(data);
  return [
    gapsSection(stays),
    recordsSection(stays),
    sourcesSection(data, stays),
    movesSection(data, stays, await readDischargeDays(data)),
  ];
}

async function readStays(data: LocalData): Promise<CheckedStay[]> {
  const question = ownQuestion(data);
  const { rows } = await sql<CheckedStay>`
    select stays.patient_id, patients.last_name, patients.first_name, patients.mrn,
      patients.frailty_score, stays.npi, stays.admitted_on, stays.discharged_on, stays.admitted_from
    from ${STAYS}
    join patients on patients.id = stays.patient_id
    where ${staysOf(question)} and ${isInRange(question)}
    order by stays.admitted_on, stays.id`.execute(data.db);
  return rows;
}

/** A stay that ends on the first day of the period has no day in it. */
async function readDischargeDays(data: LocalData): Promise<number[]> {
  const question = ownQuestion(data);
  const { rows } = await sql<{ day: number }>`
    select stays.discharged_on as day from ${STAYS}
    where ${staysOf(question)} and stays.discharged_on between ${question.from} and ${question.to}
      and stays.discharged_on <= facilities.data_through`.execute(data.db);
  return rows.map(({ day }) => day);
}

function gapsSection(stays: readonly CheckedStay[]): ReportSection {
  return {
    heading: "Gaps in the records",
    table: {
      columns: [
        { label: "What is missing", width: 60 },
        { label: "Stays", width: 20, isNumber: true },
        { label: "Of", width: 20, isNumber: true },
      ],
      rows: CHECKS.map(({ words, lacks }) => [
        words,
        formatCount(stays.filter(lacks).length),
        formatCount(stays.length),
      ]),
    },
  };
}

function recordsSection(stays: readonly CheckedStay[]): ReportSection {
  const heading = "Records to complete";
  const incomplete = stays.flatMap((stay) => {
    const missing = CHECKS.filter(({ lacks }) => lacks(stay));
    return missing.length === 0
      ? []
      : [
          {
            ...stay,
            name: lastFirst(stay.last_name, stay.first_name),
            missing: missing.map(({ short }) => short).join(", "),
          },
        ];
  });
  if (incomplete.length === 0) {
    return { heading, sentences: ["No record of the period has a gap."] };
  }
  return {
    heading,
    sentences: missingNames(
      incomplete.map(({ name }) => name),
      RESIDENT_NUMBER,
    ),
    table: {
      columns: [
        { label: "Resident", width: 32 },
        { label: "MRN", width: 16 },
        { label: "Admitted", width: 14 },
        { label: "Discharged", width: 14 },
        { label: "Missing", width: 24 },
      ],
      rows: incomplete.map(({ name, missing, ...stay }) => [
        residentName(name, stay.mrn, stay.patient_id),
        stay.mrn ?? "Unknown",
        usDayOf(isoDayOf(stay.admitted_on)),
        stay.discharged_on === null
          ? "Still there"
          : usDayOf(isoDayOf(stay.discharged_on)),
        missing,
      ]),
    },
  };
}

function sourcesSection(
  { days }: LocalData,
  stays: readonly CheckedStay[],
): ReportSection {
  const admitted = stays.filter(
    ({ admitted_on }) => admitted_on >= days.from && admitted_on <= days.to,
  );
  const heading = "Admissions by source";
  if (admitted.length === 0) {
    return { heading, sentences: ["Nobody was admitted in the period."] };
  }
  return {
    heading,
    table: {
      columns: [
        { label: "Source", width: 70 },
        { label: "Admissions", width: 30, isNumber: true },
      ],
      rows: SOURCES.map(([source, words]) => [
        words,
        formatCount(
          admitted.filter((stay) => stay.admitted_from === source).length,
        ),
      ]),
    },
  };
}

function movesSection(
  { days }: LocalData,
  stays: readonly CheckedStay[],
  discharged: readonly number[],
): ReportSection {
  const { months, notes } = lastMonths(days);
  const admitted = stays.map(({ admitted_on }) => admitted_on);
  const heading = "Admissions and discharges by month";
  if (discharged.length === 0 && admitted.every((day) => day < days.from)) {
    return {
      heading,
      sentences: ["Nobody was admitted or discharged in the period."],
    };
  }
  return {
    heading,
    sentences: notes,
    table: {
      columns: [
        { label: "Month", width: 40 },
        { label: "Admissions", width: 30, isNumber: true },
        { label: "Discharges", width: 30, isNumber: true },
      ],
      rows: months.map((month) => [
        month.label,
        countIn(admitted, month),
        countIn(discharged, month),
      ]),
    },
  };
}

function countIn(days: readonly number[], { from, to }: Period): string {
  return formatCount(days.filter((day) => day >= from && day <= to).length);
}
