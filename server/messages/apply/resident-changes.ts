import type { ResidentTransfer } from "~/features/messages/rules/resident-transfers";
import { SHORT_STAY_DAYS } from "~server/measures/long-stay";
import { groupBy } from "~server/measures/question";
import type { PlannedResident } from "./plan-residents";
import {
  isOfCensus,
  recordedStay,
  recordedTransfer,
  type StoredStay,
  type StoredTransfer,
} from "./stored-rows";

type StoredRow = StoredStay | StoredTransfer;

interface RowChange<Row> {
  before: Row | null;
  row: Row;
}

/** @param lowest the lowest id so far */
export function stayChanges(
  residents: readonly PlannedResident[],
  lowest: number,
) {
  const nextId = idsBelow(lowest);
  return changesOf(residents, ({ patientId, resident, stays }) => {
    const left = new Map(stays.map((row) => [row.id, row]));
    const byDay = groupBy(stays, (row) => row.admitted_on);
    const written = resident.stays.map((stay): RowChange<StoredStay> => {
      const { censusId, reported: _, ...values } = stay;
      const isMade = (row: StoredStay) =>
        left.has(row.id) && isMadeThere(row, stay);
      const found =
        censusId === null
          ? (byDay.get(stay.admitted_on)?.find(isMade) ??
            [...left.values()].find(isMade))
          : left.get(censusId);
      const before = take(left, found);
      const row = before ?? {
        id: nextId(),
        days_end: null,
        overlapping: 0,
        lacks_transfer: 0,
        shares_mrn: 0,
        long_stay_from: stay.admitted_on + SHORT_STAY_DAYS,
        rth: 0,
        ed: 0,
        said_ms: null,
      };
      const made = { ...row, ...values };
      const owned = ownedBy(patientId, before, made, recordedStay);
      return { before, row: { ...made, ...owned } };
    });
    return { written, left };
  });
}

/** @param lowest the lowest id so far */
export function transferChanges(
  residents: readonly PlannedResident[],
  lowest: number,
) {
  const nextId = idsBelow(lowest);
  return changesOf(residents, ({ patientId, resident, transfers }) => {
    const left = new Map(transfers.map((row) => [row.id, row]));
    const rows = takeTransfers(resident.transfers, left);
    const change = (
      before: StoredTransfer | null,
      made: Omit<StoredTransfer, keyof ReturnType<typeof ownedBy>>,
    ): RowChange<StoredTransfer> => {
      const owned = ownedBy(patientId, before, made, recordedTransfer);
      return { before, row: { ...made, ...owned } };
    };
    const written = resident.transfers.map((transfer) => {
      const { censusId: _, ...values } = transfer;
      const before = rows.get(transfer) ?? null;
      const row = before ?? {
        id: nextId(),
        stay_id: null,
        trip_id: null,
        trip_planned: null,
        facts: null,
        npi: null,
        long_stay: 0 as const,
        said_ms: null,
      };
      return change(before, { ...row, ...values });
    });
    // Other census rows of the same transfer stay unchanged (R248).
    const others = [...left.values()].filter(isOfCensus).map((row) => {
      left.delete(row.id);
      const said = { ...row, ...recordedTransfer(row) };
      return change(row, { ...said, assumed: 0, word_of: null });
    });
    return { written: [...written, ...others], left };
  });
}

function changesOf<Row extends StoredRow>(
  residents: readonly PlannedResident[],
  changesOfOne: (one: PlannedResident) => {
    written: RowChange<Row>[];
    left: ReadonlyMap<number, Row>;
  },
) {
  const all = residents.map(changesOfOne);
  const changed = all
    .flatMap(({ written }) => written)
    .filter(({ before, row }) => {
      const keys = Object.keys(row) as (keyof Row)[];
      return !before || keys.some((key) => before[key] !== row[key]);
    });
  const written = changed.map(({ row }) => row);
  const removed = all
    .flatMap(({ left }) => [...left.values()])
    .filter((row) => !isOfCensus(row));
  const before = changed.flatMap((one) => one.before ?? []);
  const patientIds = [...written, ...removed, ...before].map(
    ({ patient_id }) => patient_id,
  );
  return { written, removed, patientIds };
}

function idsBelow(lowest: number): () => number {
  let id = Math.min(lowest, 0);
  return () => (id -= 1);
}

/** Who has a row, whom the census gives it to, and the census's own row as JSON, if messages add anything. */
function ownedBy<Row extends StoredRow>(
  patientId: number | null,
  before: Row | null,
  made: Pick<Row, "word_of">,
  recordedOf: (row: Row) => object,
) {
  if (patientId === null) throw new Error("a resident with rows has a patient");
  const row = before && isOfCensus(before) ? before : null;
  const owner = row ? (row.recorded_patient_id ?? row.patient_id) : patientId;
  const said = row && recordedOf(row);
  const values = new Map(Object.entries(made));
  const isSame =
    made.word_of === null &&
    Object.entries(said ?? {}).every(([key, one]) => values.get(key) === one);
  return {
    patient_id: patientId,
    recorded_patient_id: owner === patientId ? null : owner,
    recorded: said && !isSame ? JSON.stringify(said) : null,
  };
}

/** Messages may move a transfer this many days without a new number. */
const DAYS_NEAR = [0, -1, 1, -2, 2, -3, 3];

/** Matches rows, the surest way first. Reviews follow the row's number. */
const KNOWN_BY: ((row: StoredTransfer, one: ResidentTransfer) => boolean)[] = [
  (row, { transferred_on, minute_of_day }) =>
    row.transferred_on === transferred_on &&
    row.minute_of_day !== null &&
    row.minute_of_day === minute_of_day,
  (row, { transferred_on, outcome }) =>
    row.transferred_on === transferred_on && row.outcome === outcome,
  (row, { transferred_on }) => row.transferred_on === transferred_on,
  () => true,
];

function takeTransfers(
  transfers: readonly ResidentTransfer[],
  left: Map<number, StoredTransfer>,
): Map<ResidentTransfer, StoredTransfer> {
  const taken = new Map<ResidentTransfer, StoredTransfer>();
  const byDay = groupBy([...left.values()], (row) => row.transferred_on);
  const near = (one: ResidentTransfer) =>
    DAYS_NEAR.flatMap(
      (days) => byDay.get(one.transferred_on + days) ?? [],
    ).filter((row) => left.has(row.id) && isMadeThere(row, one));
  for (const transfer of transfers) {
    const row = take(left, left.get(transfer.censusId ?? 0));
    if (row) taken.set(transfer, row);
  }
  for (const isKnown of KNOWN_BY) {
    for (const transfer of transfers) {
      if (taken.has(transfer) || transfer.censusId !== null) continue;
      const known = near(transfer).find((row) => isKnown(row, transfer));
      const row = take(left, known);
      if (row) taken.set(transfer, row);
    }
  }
  return taken;
}

/** A row that messages made in the same facility. */
function isMadeThere(
  row: StoredRow,
  { facility_id }: { facility_id: number },
): boolean {
  return !isOfCensus(row) && row.facility_id === facility_id;
}

function take<Row extends StoredRow>(
  left: Map<number, Row>,
  row: Row | undefined,
): Row | null {
  if (row) left.delete(row.id);
  return row ?? null;
}
