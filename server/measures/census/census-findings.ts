import { sql, type Kysely, type RawBuilder } from "kysely";
import { isoDayOf, type EpochDay, type IsoDay } from "~/domain/calendar";
import type { ResidentFindingKind } from "~/features/data-quality/rules/census-marks";
import type { Schema, TransferTable } from "~server/store/schema";
import {
  isJudgedStay,
  isJudgedTransfer,
  STAY_KINDS,
  STAYS_OF_PATIENTS,
  TRANSFER_KINDS,
  TRANSFERS_WITH_STAYS,
  type CensusQuestion,
  type StayKind,
  type TransferKind,
} from "./judged-stays";

interface Resident {
  resident_id: number;
  mrn: string | null;
  first_name: string | null;
  last_name: string | null;
  outcome: TransferTable["outcome"] | null;
}

interface FindingRow extends Resident {
  admitted_on: EpochDay | null;
  discharged_on: EpochDay | null;
  physician_first_name: string | null;
  physician_last_name: string | null;
  transferred_on: EpochDay | null;
  word_of: "feed" | null;
}

export interface ResidentFinding extends Resident {
  admitted_on: IsoDay | null;
  /** Null for an open stay and without a stay. */
  discharged_on: IsoDay | null;
  physician_name: string | null;
  transferred_on: IsoDay | null;
  word_of: "feed" | "census";
}

interface Part {
  limit: number;
  offset: number;
}

export async function readFindings(
  db: Kysely<Schema>,
  kind: ResidentFindingKind,
  question: CensusQuestion,
  part: Part,
): Promise<ResidentFinding[]> {
  const found = isStayKind(kind)
    ? selectStays(kind, question)
    : selectTransfers(kind, question);
  const { rows } = await sql<FindingRow>`
    ${found} limit ${part.limit} offset ${part.offset}`.execute(db);
  return rows.map(findingOf);
}

function isStayKind(kind: ResidentFindingKind): kind is StayKind {
  return kind in STAY_KINDS;
}

const PHYSICIAN = sql`physicians.first_name as physician_first_name, physicians.last_name as physician_last_name`;

/** Keep related stays together. */
const STAY_ORDERS: Partial<Record<StayKind, RawBuilder<unknown>>> = {
  overlapping_stays: sql`stays.patient_id, stays.admitted_on, stays.id`,
  shared_mrn: sql`patients.mrn, stays.patient_id, stays.admitted_on, stays.id`,
};

const NEWEST_FIRST = sql`stays.admitted_on desc, stays.id`;

function selectStays(kind: StayKind, question: CensusQuestion) {
  return sql`
    select patients.id as resident_id, patients.mrn, patients.first_name, patients.last_name, stays.admitted_on, stays.discharged_on,
      ${PHYSICIAN}, null as transferred_on, null as outcome, stays.word_of
    from ${STAYS_OF_PATIENTS}
    left join physicians on physicians.npi = stays.npi
    where ${isJudgedStay(question)} and ${STAY_KINDS[kind](question)}
    order by ${STAY_ORDERS[kind] ?? NEWEST_FIRST}`;
}

function selectTransfers(kind: TransferKind, question: CensusQuestion) {
  return sql`
    select patients.id as resident_id, patients.mrn, patients.first_name, patients.last_name, stays.admitted_on, stays.discharged_on,
      ${PHYSICIAN}, transfers.transferred_on, transfers.outcome, transfers.word_of
    from ${TRANSFERS_WITH_STAYS}
    join patients on patients.id = transfers.patient_id
    left join physicians on physicians.npi = stays.npi
    where ${isJudgedTransfer(question)} and ${TRANSFER_KINDS[kind]}
    order by transfers.transferred_on desc, transfers.id`;
}

function findingOf({
  physician_first_name,
  physician_last_name,
  ...row
}: FindingRow): ResidentFinding {
  const name = [physician_first_name, physician_last_name]
    .filter((part) => part !== null)
    .join(" ");
  return {
    ...row,
    admitted_on: dayOrNull(row.admitted_on),
    discharged_on: dayOrNull(row.discharged_on),
    transferred_on: dayOrNull(row.transferred_on),
    physician_name: name === "" ? null : name,
    word_of: row.word_of ?? "census",
  };
}

function dayOrNull(day: EpochDay | null): IsoDay | null {
  return day === null ? null : isoDayOf(day);
}
