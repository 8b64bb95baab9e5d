import type { EpochDay } from "../calendar";

export type TransferOutcome = "inpatient" | "observation" | "ed_only";

export interface TransferKind {
  outcome: TransferOutcome;
  /** A flag, as rows store it, or as calls send it. */
  planned: 0 | 1 | boolean;
}

/** An unplanned inpatient or observation transfer (R70): counts for `rth` and `h_1000`. */
export function isHospitalization(transfer: TransferKind): boolean {
  return transfer.outcome !== "ed_only" && !transfer.planned;
}

/** An `ed_only` transfer, planned or not (R71): counts for `ed` and `ed_1000`. */
export function isEdVisit(transfer: Pick<TransferKind, "outcome">): boolean {
  return transfer.outcome === "ed_only";
}

/** An unplanned inpatient transfer alone (R83): counts for `adm_1000`. */
export function isUnplannedAdmission(transfer: TransferKind): boolean {
  return transfer.outcome === "inpatient" && !transfer.planned;
}

export interface TripRow extends TransferKind {
  id: number;
  stayId: number | null;
  facilityId: number;
  day: EpochDay;
  minuteOfDay: number | null;
}

const BY_WEIGHT: readonly TransferOutcome[] = [
  "inpatient",
  "observation",
  "ed_only",
];

/**
 * Rows of one stay, facility and day are one transfer, or one for each time of day (R248). The first row counts: the
 * weightiest outcome, unplanned before planned.
 */
export function tripsOf<Row extends TripRow>(rows: readonly Row[]): Row[][] {
  const days = new Map<string, Row[]>();
  for (const row of rows) {
    const key = `${row.facilityId} ${row.day} ${row.stayId}`;
    const day = days.get(key);
    if (day) day.push(row);
    else days.set(key, [row]);
  }
  return [...days.values()].flatMap(tripsOfDay);
}

export function isPlanned(trip: readonly TransferKind[]): boolean {
  return trip.every(({ planned }) => Boolean(planned));
}

function tripsOfDay<Row extends TripRow>(rows: readonly Row[]): Row[][] {
  const timed = new Map<number, Row[]>();
  for (const row of rows) {
    const { minuteOfDay: minute } = row;
    if (minute !== null) timed.set(minute, [...(timed.get(minute) ?? []), row]);
  }
  const trips = [...timed]
    .sort(([one], [other]) => other - one)
    .map(([, trip]) => trip);
  const [last] = trips;
  if (!last) return [[...rows].sort(countingFirst)];
  for (const row of rows.filter(({ minuteOfDay }) => minuteOfDay === null)) {
    const alike = trips.find((trip) =>
      trip.some(({ outcome }) => outcome === row.outcome),
    );
    (alike ?? last).push(row);
  }
  return trips.map((trip) => trip.sort(countingFirst));
}

function countingFirst(one: TripRow, other: TripRow): number {
  return (
    BY_WEIGHT.indexOf(one.outcome) - BY_WEIGHT.indexOf(other.outcome) ||
    Number(one.planned) - Number(other.planned) ||
    one.id - other.id
  );
}
