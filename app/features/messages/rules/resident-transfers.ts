import type { EpochDay } from "~/domain/calendar";
import { type Departure, departuresOf, isAwayAt } from "./departures";
import {
  type HospitalVisit,
  type Outcome,
  byBeginning,
} from "./hospital-visits";
import { type LastPlaced, placedBy } from "./moved-visits";
import { isInHouseAt, type ResidentStay } from "./visit-stays";
import { lastDetails, type Word } from "./words";

export interface CensusTransfer {
  id: number;
  facilityId: number;
  transferredOn: EpochDay;
  outcome: Outcome;
  planned: boolean;
  known: TransferFacts;
  saidMs: number;
}

export interface ResidentTransfer extends Omit<
  CensusTransfer,
  "id" | "saidMs"
> {
  censusId: number | null;
  /** No hospital has reported the outcome: it follows from the nights away (R280). */
  isAssumed: boolean;
  wordOf: "census" | "feed";
}

/** The transfers from departures, visits of hospitals and the census, of which the later word counts. */
export function transfersOfResident(
  words: readonly Word[],
  stays: readonly ResidentStay[],
  visits: readonly HospitalVisit[],
  census: readonly CensusTransfer[],
): ResidentTransfer[] {
  const departures = departuresOf(words, stays);
  const trips = visitsOfDepartures(departures, visits, stays);
  const lastPlaced = placedBy(words);
  const left = departures.map((departure): ToldTransfer => {
    const during = trips.get(departure) ?? [];
    const unit = placeOf(departure, lastPlaced, stays);
    const known = factsOf(departure, during, unit);
    const { saidMs } = departure;
    return { ...transferOf(departure, during), known, saidMs };
  });
  const met = new Set([...trips.values()].flat());
  const inHouse = visits.filter(
    (visit) =>
      !met.has(visit) && !departures.some((one) => isAwayAt(one, visit.began)),
  );
  const noticed = noticesInHouse(inHouse, stays).map((notice) => {
    const { facilityId } = notice.stay;
    const at = notice.first.began;
    const unit = placeOf({ facilityId, at }, lastPlaced, stays);
    return transferOfNotice(notice, unit);
  });
  const rows = rowsOf([...left, ...noticed], census);
  const merged = (told: ToldTransfer) => mergedTransfer(told, rows.get(told));
  const others = new Set(census);
  for (const row of rows.values()) others.delete(row);
  return eachOnce(left.map(merged), [
    ...noticed.map(merged),
    ...[...others].map(transferOfCensus),
  ]).sort(
    (one, other) =>
      one.transferredOn - other.transferredOn ||
      one.facilityId - other.facilityId ||
      (one.known.minute_of_day ?? Infinity) -
        (other.known.minute_of_day ?? Infinity) ||
      (one.outcome < other.outcome ? -1 : 1),
  );
}

type ToldTransfer = ResidentTransfer & { saidMs: number };

/** The census rows of the same transfers: of the same day, first with the same outcome. */
function rowsOf(
  transfers: readonly ToldTransfer[],
  census: readonly CensusTransfer[],
): Map<ToldTransfer, CensusTransfer> {
  const rows = new Map<ToldTransfer, CensusTransfer>();
  const left = new Set(census);
  for (const isExact of [true, false]) {
    for (const transfer of transfers) {
      if (rows.has(transfer)) continue;
      const row = [...left].find(
        (one) =>
          one.facilityId === transfer.facilityId &&
          one.transferredOn === transfer.transferredOn &&
          (!isExact || one.outcome === transfer.outcome),
      );
      if (!row) continue;
      left.delete(row);
      rows.set(transfer, row);
    }
  }
  return rows;
}

/** An assumption outranks nothing. */
function mergedTransfer(
  { saidMs, ...transfer }: ToldTransfer,
  row: CensusTransfer | undefined,
): ResidentTransfer {
  if (!row) return transfer;
  return row.saidMs > saidMs || transfer.isAssumed
    ? {
        ...transferOfCensus(row),
        known: knownByEither(row.known, transfer.known),
      }
    : {
        ...transfer,
        censusId: row.id,
        known: knownByEither(transfer.known, row.known),
      };
}

/** One transfer for each facility, day and outcome (R248), except departures with a return between. */
function eachOnce(
  departures: readonly ResidentTransfer[],
  others: readonly ResidentTransfer[],
): ResidentTransfer[] {
  const once = [...departures];
  for (const transfer of others) {
    const at = once.findIndex(
      ({ facilityId, transferredOn, outcome }) =>
        facilityId === transfer.facilityId &&
        transferredOn === transfer.transferredOn &&
        outcome === transfer.outcome,
    );
    if (at === -1) once.push(transfer);
    else if (once[at]?.censusId === null && transfer.censusId !== null) {
      once[at] = transfer;
    }
  }
  return once;
}

function transferOf(
  { facilityId, at, until, planned }: Departure,
  visits: readonly HospitalVisit[],
): Omit<ResidentTransfer, "known"> {
  const outcomes = visits.flatMap(({ outcome }) => outcome ?? []);
  const outcome = outcomes.at(-1);
  const assumed = until?.day === at.day ? "ed_only" : "inpatient";
  return {
    censusId: null,
    facilityId,
    transferredOn: at.day,
    outcome: outcome ?? assumed,
    planned,
    isAssumed: outcome === undefined,
    wordOf: "feed",
  };
}

/** Where in the building the resident lived: the latest word, else the census. */
function placeOf(
  { facilityId, at }: Pick<Departure, "facilityId" | "at">,
  lastPlaced: LastPlaced,
  stays: readonly ResidentStay[],
): string | null {
  const stay = stays.find(
    (one) => one.facilityId === facilityId && isInHouseAt(one, at),
  );
  if (!stay) return null;
  const before = lastPlaced(stay, at);
  if (before) return before.unit ?? null;
  return lastPlaced(stay) ? null : stay.unit;
}

/** The reason comes from the facility first, the diagnosis from the hospital first (R310). */
function factsOf(
  { at, returned, details }: Departure,
  visits: readonly HospitalVisit[],
  unit: string | null,
): TransferFacts {
  const ofHospital = lastDetails(visits.map((visit) => visit.details));
  return {
    minute_of_day: at.minute ?? null,
    hospital: ofHospital.hospital ?? details.hospital ?? null,
    unit,
    reason: details.reason ?? ofHospital.reason ?? null,
    diagnosis: ofHospital.diagnosis ?? details.diagnosis ?? null,
    returned_on: returned?.day ?? null,
  };
}

/** Without a time of departure: the hospital's clock is not the facility's. */
function transferOfNotice(
  { stay, first, last }: Notice,
  unit: string | null,
): ToldTransfer {
  return {
    censusId: null,
    facilityId: stay.facilityId,
    transferredOn: first.began.day,
    outcome: last.outcome,
    planned: false,
    known: {
      ...NOTHING_KNOWN,
      hospital: last.details.hospital ?? null,
      unit,
      reason: last.details.reason ?? first.details.reason ?? null,
      diagnosis: last.details.diagnosis ?? first.details.diagnosis ?? null,
    },
    isAssumed: false,
    wordOf: "feed",
    saidMs: last.began.ms,
  };
}

function transferOfCensus({
  id,
  saidMs: _,
  ...row
}: CensusTransfer): ResidentTransfer {
  return { ...row, censusId: id, isAssumed: false, wordOf: "census" };
}

/** Facts that no figure needs; null: unknown. */
export interface TransferFacts {
  /** By the facility's clock. */
  minute_of_day: number | null;
  hospital: string | null;
  unit: string | null;
  reason: string | null;
  diagnosis: string | null;
  returned_on: EpochDay | null;
}

export const NOTHING_KNOWN: TransferFacts = {
  minute_of_day: null,
  hospital: null,
  unit: null,
  reason: null,
  diagnosis: null,
  returned_on: null,
};

/** What one does not know comes from the other (R311). */
function knownByEither(one: TransferFacts, other: TransferFacts) {
  const known = Object.entries(one).filter(([, value]) => value !== null);
  return { ...other, ...Object.fromEntries(known) };
}

/** A hospital's visit of a resident who is still in house at the facility. */
export interface Notice {
  stay: ResidentStay;
  first: HospitalVisit;
  last: HospitalVisit & { outcome: Outcome };
}

const MS_PER_HOUR = 3_600_000;
const MS_PER_DAY = 24 * MS_PER_HOUR;

/** A facility may record a leave hours after the hospital's visit began. */
const LATE_LEAVE_MS = 6 * MS_PER_HOUR;

/** Hospitals may number an emergency visit and the stay after it apart. */
function goesOnFrom(before: HospitalVisit, visit: HospitalVisit): boolean {
  return visit.began.ms - before.began.ms <= MS_PER_DAY;
}

/**
 * Visits that begin during the departure or shortly before, else the first up to a day after the return, with those
 * that continue them (R279). Both lists are oldest first.
 */
function visitsOfDepartures(
  departures: readonly Departure[],
  visits: readonly HospitalVisit[],
  stays: readonly ResidentStay[],
): Map<Departure, HospitalVisit[]> {
  const own = new Map(departures.map((one) => [one, [] as HospitalVisit[]]));
  const left = new Set(visits);
  for (const visit of visits) {
    const during = departures.filter((one) => isDuring(one, visit));
    const isFree = (one: Departure) => own.get(one)?.length === 0;
    const departure =
      during.find(isFree) ??
      during.at(-1) ??
      departures.find((one) => isLateToldOf(one, visit, stays));
    if (!departure) continue;
    own.get(departure)?.push(visit);
    left.delete(visit);
  }
  for (const departure of departures) {
    const { at, until } = departure;
    const last = until ? until.ms + MS_PER_DAY : Infinity;
    const near = [...left].filter(
      ({ began }) => began.day >= at.day && began.ms <= last,
    );
    const trip = tripOf(own.get(departure) ?? [], near);
    for (const visit of trip) left.delete(visit);
    own.set(departure, trip);
  }
  return own;
}

/** The first chain of visits that follow each other, with one of the departure's own if it has any. */
function tripOf(
  own: readonly HospitalVisit[],
  near: readonly HospitalVisit[],
): HospitalVisit[] {
  const trips: HospitalVisit[][] = [];
  for (const visit of [...own, ...near].sort(byBeginning)) {
    const before = trips.at(-1)?.at(-1);
    if (before && goesOnFrom(before, visit)) trips.at(-1)?.push(visit);
    else trips.push([visit]);
  }
  const isOwn = (trip: HospitalVisit[]) =>
    trip.some((visit) => own.includes(visit));
  return (own.length > 0 ? trips.find(isOwn) : trips[0]) ?? [];
}

/** A visit without an hour counts by its day. */
function isDuring(departure: Departure, { began }: HospitalVisit): boolean {
  if (!began.isDayAlone) return isAwayAt(departure, began);
  const { at, until } = departure;
  return at.day <= began.day && (until === null || began.day <= until.day);
}

/** Whether the facility may have recorded the departure late. */
function isLateToldOf(
  { at, facilityId }: Departure,
  { began }: HospitalVisit,
  stays: readonly ResidentStay[],
): boolean {
  const earlyMs = at.ms - began.ms;
  return (
    earlyMs > 0 &&
    earlyMs <= LATE_LEAVE_MS &&
    stays.some(
      (stay) => stay.facilityId === facilityId && isInHouseAt(stay, began),
    )
  );
}

/** @param visits oldest first, without those during departures */
function noticesInHouse(
  visits: readonly HospitalVisit[],
  stays: readonly ResidentStay[],
): Notice[] {
  const notices: Notice[] = [];
  for (const visit of visits) {
    const { began, outcome } = visit;
    const stay = stays.find((one) => isInHouseAt(one, began));
    if (!stay || !outcome) continue;
    const before = notices.at(-1);
    const told = { ...visit, outcome };
    if (before?.stay === stay && goesOnFrom(before.last, visit)) {
      before.last = told;
    } else {
      notices.push({ stay, first: visit, last: told });
    }
  }
  return notices;
}
