import { sql } from "kysely";
import type { Kysely } from "kysely";
import { isoDayOf, type EpochDay } from "~/domain/calendar";
import { lastFirst } from "~/domain/person-name";
import {
  NOT_BEGUN,
  type ReviewState,
} from "~/features/reviews/rules/review-rules";
import type { Grouping } from "~/features/transfers/rules";
import type { Schema } from "~server/store/schema";
import type { Question } from "../question";
import { REVIEW_ID } from "./review-of-transfer";
import { isTransferOf, transfersIn } from "./which-transfers";

interface StoredRow {
  transfer_id: number;
  patient_id: number;
  mrn: string | null;
  first_name: string | null;
  last_name: string | null;
  facility_id: number;
  facility_name: string;
  transferred_on: EpochDay;
  minute_of_day: number | null;
  outcome: string;
  planned: number;
  /** 1 if no hospital reported the outcome. */
  assumed: number;
  admitted_on: EpochDay | null;
  npi: number | null;
  physician_first_name: string | null;
  physician_last_name: string | null;
  hospital: string | null;
  reason: string | null;
  diagnosis: string | null;
  review_state: ReviewState | null;
}

export type TransferRow = ReturnType<typeof rowOf>;

export async function readTransferRows(
  db: Kysely<Schema>,
  question: Question,
  group: { by: Grouping; key: string } | null,
  { limit, offset }: { limit: number; offset: number },
): Promise<TransferRow[]> {
  const { tables, where } = transfersIn(group);
  const { rows } = await sql<StoredRow>`
    select transfers.id as transfer_id, transfers.patient_id, patients.mrn, patients.first_name, patients.last_name,
      transfers.facility_id, facilities.name as facility_name, transfers.transferred_on, transfers.minute_of_day,
      transfers.outcome, transfers.trip_planned as planned, transfers.assumed, stays.admitted_on, stays.npi,
      physicians.first_name as physician_first_name, physicians.last_name as physician_last_name,
      transfers.hospital, transfers.reason, transfers.diagnosis,
      (select listed.state from reviews as listed where listed.id = ${REVIEW_ID}) as review_state
    from ${tables}
    join patients on patients.id = transfers.patient_id
    left join physicians on physicians.npi = stays.npi
    where ${isTransferOf(question)} and ${where}
    order by transfers.transferred_on desc, coalesce(transfers.minute_of_day, -1) desc, transfers.id
    limit ${limit} offset ${offset}`.execute(db);
  return rows.map(rowOf);
}

function rowOf({
  admitted_on: admittedOn,
  physician_first_name: first,
  physician_last_name: last,
  npi,
  ...row
}: StoredRow) {
  return {
    ...row,
    transferred_on: isoDayOf(row.transferred_on),
    planned: row.planned === 1,
    assumed: row.assumed === 1,
    review_state: row.review_state ?? (row.planned === 1 ? null : NOT_BEGUN),
    days_since_admission:
      admittedOn === null ? null : row.transferred_on - admittedOn,
    physician_name: npi === null ? null : lastFirst(last, first),
  };
}
