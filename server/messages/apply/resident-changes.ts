import type { ResidentStay } from "~/features/messages/rules/visit-stays";
import type { ResidentTransfer } from "~/features/messages/rules/resident-transfers";
import { SHORT_STAY_DAYS } from "~server/measures/long-stay";
import type { PlannedResident } from "./plan-residents";
import {
  isOfCensus,
  recordedStay,
  recordedTransfer,
  storedStayOf,
  storedTransferOf,
  type StoredStay,
  type StoredTransfer,
} from "./stored-rows";

export interface RowChange<Row> {
  row: Row;
  patientIds: number[];
}

export interface Changes<Row> {
  written: RowChange<Row>[];
  removed: Row[];
}

export class NewRowIds {
  constructor(private lowest: number) {
    this.lowest = Math.min(lowest, 0);
  }

  next(): number {
    return (this.lowest -= 1);
  }
}

export function stayChanges(
  { patientId, resident, stays }: PlannedResident,
  ids: NewRowIds,
): Changes<StoredStay> {
  const left = new Map(stays.map((row) => [row.id, row]));
  const onDay = rowsByDay(stays, (row) => row.admitted_on);
  const written = resident.stays.flatMap((stay) => {
    const before = takeStay(stay, left, onDay);
    const values = storedStayOf(stay);
    const row: StoredStay = {
      ...(before ?? {
        id: ids.next(),
        recorded_patient_id: null,
        days_end: null,
        long_stay_from: stay.admittedOn + SHORT_STAY_DAYS,
        rth: 0,
        ed: 0,
        said_ms: null,
      }),
      ...values,
      ...whose(before, patientId),
      word_of: stay.wordOf === "feed" ? "feed" : null,
      recorded:
        before && isOfCensus(before)
          ? keptWord(stay, recordedStay(before), values)
          : null,
    };
    return changeOf(row, before);
  });
  return { written, removed: gone(left) };
}

export function transferChanges(
  { patientId, resident, transfers }: PlannedResident,
  ids: NewRowIds,
): Changes<StoredTransfer> {
  const left = new Map(transfers.map((row) => [row.id, row]));
  const rows = takeTransfers(resident.transfers, left);
  const written = resident.transfers.flatMap((transfer) => {
    const before = rows.get(transfer) ?? null;
    const values = storedTransferOf(transfer);
    const row: StoredTransfer = {
      ...(before ?? {
        id: ids.next(),
        recorded_patient_id: null,
        stay_id: null,
        trip_id: null,
        trip_planned: null,
        long_stay: 0,
        said_ms: null,
      }),
      ...values,
      ...whose(before, patientId),
      assumed: transfer.isAssumed ? 1 : 0,
      word_of: transfer.wordOf === "feed" ? "feed" : null,
      recorded:
        before && isOfCensus(before)
          ? keptWord(transfer, recordedTransfer(before), values)
          : null,
    };
    return changeOf(row, before);
  });
  // Other census rows of the same transfer stay unchanged (R248).
  const others = [...left.values()].filter(isOfCensus).flatMap((row) => {
    left.delete(row.id);
    const said = { ...row, ...recordedTransfer(row), ...whose(row, patientId) };
    return changeOf(
      { ...said, assumed: 0 as const, word_of: null, recorded: null },
      row,
    );
  });
  return { written: [...written, ...others], removed: gone(left) };
}

/** The census's own row as JSON, if messages add anything. */
function keptWord<Row extends object>(
  { wordOf }: { wordOf: "census" | "feed" },
  said: Row,
  values: Row,
): string | null {
  const keys = Object.keys(values) as (keyof Row)[];
  const isSame = keys.every((key) => said[key] === values[key]);
  return wordOf === "census" && isSame ? null : JSON.stringify(said);
}

function takeStay(
  { censusId, facilityId, admittedOn }: ResidentStay,
  left: Map<number, StoredStay>,
  onDay: (day: number) => readonly StoredStay[],
): StoredStay | null {
  if (censusId !== null) return take(left, left.get(censusId));
  const made = (row: StoredStay) =>
    left.has(row.id) && !isOfCensus(row) && row.facility_id === facilityId;
  const row = onDay(admittedOn).find(made) ?? [...left.values()].find(made);
  return take(left, row);
}

function rowsByDay<Row>(
  rows: readonly Row[],
  dayOf: (row: Row) => number,
): (day: number) => readonly Row[] {
  const byDay = new Map<number, Row[]>();
  for (const row of rows) {
    const known = byDay.get(dayOf(row));
    if (known) known.push(row);
    else byDay.set(dayOf(row), [row]);
  }
  return (day) => byDay.get(day) ?? [];
}

/** Messages may move a transfer this many days without a new number. */
const DAYS_NEAR = [0, -1, 1, -2, 2, -3, 3];

/** Matches rows, the surest way first. Reviews follow the row's number. */
const KNOWN_BY: ((
  row: StoredTransfer,
  transfer: ResidentTransfer,
) => boolean)[] = [
  (row, { transferredOn, known }) =>
    row.transferred_on === transferredOn &&
    row.minute_of_day !== null &&
    row.minute_of_day === known.minute_of_day,
  (row, { transferredOn, outcome }) =>
    row.transferred_on === transferredOn && row.outcome === outcome,
  (row, { transferredOn }) => row.transferred_on === transferredOn,
  () => true,
];

function takeTransfers(
  transfers: readonly ResidentTransfer[],
  left: Map<number, StoredTransfer>,
): Map<ResidentTransfer, StoredTransfer> {
  const taken = new Map<ResidentTransfer, StoredTransfer>();
  const onDay = rowsByDay([...left.values()], (row) => row.transferred_on);
  const near = ({ transferredOn, facilityId }: ResidentTransfer) =>
    DAYS_NEAR.flatMap((days) => onDay(transferredOn + days)).filter(
      (row) =>
        left.has(row.id) && !isOfCensus(row) && row.facility_id === facilityId,
    );
  for (const transfer of transfers) {
    const row = transfer.censusId !== null && left.get(transfer.censusId);
    if (row && take(left, row)) taken.set(transfer, row);
  }
  for (const isKnown of KNOWN_BY) {
    for (const transfer of transfers) {
      if (taken.has(transfer) || transfer.censusId !== null) continue;
      const row = near(transfer).find((one) => isKnown(one, transfer));
      if (row && take(left, row)) taken.set(transfer, row);
    }
  }
  return taken;
}

function take<Row extends { id: number }>(
  left: Map<number, Row>,
  row: Row | undefined,
): Row | null {
  if (row) left.delete(row.id);
  return row ?? null;
}

function whose(
  before: StoredStay | StoredTransfer | null,
  patientId: number | null,
): { patient_id: number; recorded_patient_id: number | null } {
  if (patientId === null) throw new Error("a resident with rows has a patient");
  const recorded =
    before && isOfCensus(before)
      ? (before.recorded_patient_id ?? before.patient_id)
      : patientId;
  return {
    patient_id: patientId,
    recorded_patient_id: recorded === patientId ? null : recorded,
  };
}

function changeOf<Row extends { id: number; patient_id: number }>(
  row: Row,
  before: Row | null,
): RowChange<Row>[] {
  if (!before) return [{ row, patientIds: [row.patient_id] }];
  const keys = Object.keys(row) as (keyof Row)[];
  if (keys.every((key) => before[key] === row[key])) return [];
  return [{ row, patientIds: [before.patient_id, row.patient_id] }];
}

function gone<Row extends { id: number }>(
  left: ReadonlyMap<number, Row>,
): Row[] {
  return [...left.values()].filter((row) => !isOfCensus(row));
}
