import type { Kysely, Selectable } from "kysely";
import type {
  CensusStay,
  ResidentStay,
} from "~/features/messages/rules/visit-stays";
import {
  NOTHING_KNOWN,
  type CensusTransfer,
  type ResidentTransfer,
  type TransferFacts,
} from "~/features/messages/rules/resident-transfers";
import { readRecordedStays } from "~server/measures/merged-stays";
import { DEFAULT_TIME_ZONE } from "~/domain/time-zone";
import { isIn } from "~server/measures/question";
import type { Schema, StayTable, TransferTable } from "~server/store/schema";

export type StoredStay = Selectable<StayTable>;
export type StoredTransfer = Selectable<TransferTable>;

export type RecordedStay = Pick<
  StoredStay,
  | "facility_id"
  | "npi"
  | "admitted_on"
  | "discharged_on"
  | "admitted_from"
  | "isnp"
  | "unit"
  | "admitted_minute"
>;

export type RecordedTransfer = TransferFacts &
  Pick<
    StoredTransfer,
    "facility_id" | "transferred_on" | "outcome" | "planned"
  >;

/** Includes rows that the census gives to another patient. */
export async function readRows(
  db: Kysely<Schema>,
  patientIds: readonly number[],
): Promise<{ stays: StoredStay[]; transfers: StoredTransfer[] }> {
  const { stays } = await readRecordedStays(db, patientIds);
  return {
    stays: stays.sort((one, other) => one.id - other.id),
    transfers: await db
      .selectFrom("transfers")
      .where(isIn("patient_id", patientIds))
      .orderBy("id")
      .selectAll()
      .execute(),
  };
}

export async function readZones(
  db: Kysely<Schema>,
  stays: readonly StoredStay[],
): Promise<Map<number, string>> {
  const ids = [...new Set(stays.map(({ facility_id }) => facility_id))];
  const rows = await db
    .selectFrom("facilities")
    .where(isIn("id", ids))
    .select(["id", "time_zone"])
    .execute();
  return new Map(
    rows.map(({ id, time_zone }) => [id, time_zone ?? DEFAULT_TIME_ZONE]),
  );
}

/** Rows from messages alone have negative ids. */
export function isOfCensus({ id }: { id: number }): boolean {
  return id > 0;
}

export function recordedStay(row: StoredStay): RecordedStay {
  if (row.recorded !== null) {
    const kept = JSON.parse(row.recorded) as Omit<
      RecordedStay,
      "unit" | "admitted_minute"
    >;
    return { unit: null, ...kept, admitted_minute: null };
  }
  const { facility_id, npi, admitted_on, discharged_on, admitted_from } = row;
  const { isnp, unit } = row;
  const days = { admitted_on, discharged_on };
  const said = { facility_id, npi, ...days, admitted_from, isnp, unit };
  return { ...said, admitted_minute: null };
}

export function recordedTransfer(row: StoredTransfer): RecordedTransfer {
  if (row.recorded !== null) {
    // Older rows lack later facts.
    const kept = JSON.parse(row.recorded) as RecordedTransfer;
    return { ...NOTHING_KNOWN, ...kept };
  }
  const { facility_id, transferred_on, outcome, planned } = row;
  return { facility_id, transferred_on, outcome, planned, ...knownOf(row) };
}

function knownOf(row: TransferFacts): TransferFacts {
  const { minute_of_day, hospital, unit, reason, diagnosis, returned_on } = row;
  return { minute_of_day, hospital, unit, reason, diagnosis, returned_on };
}

export function censusStayOf(row: StoredStay): CensusStay {
  const said = recordedStay(row);
  return {
    id: row.id,
    facilityId: said.facility_id,
    admittedOn: said.admitted_on,
    dischargedOn: said.discharged_on,
    npi: said.npi,
    admittedFrom: said.admitted_from,
    isnp: said.isnp === 1,
    unit: said.unit,
    saidMs: row.said_ms ?? 0,
  };
}

export function censusTransferOf(row: StoredTransfer): CensusTransfer {
  const said = recordedTransfer(row);
  return {
    id: row.id,
    facilityId: said.facility_id,
    transferredOn: said.transferred_on,
    outcome: said.outcome,
    planned: said.planned === 1,
    known: knownOf(said),
    saidMs: row.said_ms ?? 0,
  };
}

export function storedStayOf(stay: ResidentStay): RecordedStay {
  const admitted = stay.told?.admitted;
  return {
    facility_id: stay.facilityId,
    npi: stay.npi,
    admitted_on: stay.admittedOn,
    discharged_on: stay.dischargedOn,
    admitted_from: stay.admittedFrom,
    isnp: stay.isnp ? 1 : 0,
    unit: stay.unit,
    admitted_minute:
      admitted?.day === stay.admittedOn ? (admitted.minute ?? null) : null,
  };
}

export function storedTransferOf(transfer: ResidentTransfer): RecordedTransfer {
  return {
    facility_id: transfer.facilityId,
    transferred_on: transfer.transferredOn,
    outcome: transfer.outcome,
    planned: transfer.planned ? 1 : 0,
    ...transfer.known,
  };
}
