import type { EpochDay } from "~/domain/calendar";
import { claimsOf } from "./claims";
import { type Departure, departuresOf, isAwayAt } from "./departures";
import { groupedBy } from "./grouped";
import { type LastPlaced, placedBy } from "./resident-stays";
import { isInHouseAt, type ResidentStay } from "./visit-stays";
import {
  bySaid,
  lastDetails,
  type Moment,
  type ReportedDetails,
  type Word,
} from "./words";

type Outcome = "inpatient" | "observation" | "ed_only";

/** Facts that no figure needs; null: unknown. The minute is by the facility's clock. */
type TransferFacts = Record<"minute_of_day" | "returned_on", number | null> &
  Record<"hospital" | "unit" | "reason" | "diagnosis", string | null>;

export const NOTHING_KNOWN: TransferFacts = {
  minute_of_day: null,
  hospital: null,
  unit: null,
  reason: null,
  diagnosis: null,
  returned_on: null,
};

/** In the columns of the table of transfers. */
export type TransferRow = TransferFacts & {
  facility_id: number;
  transferred_on: EpochDay;
  outcome: Outcome;
  planned: 0 | 1;
};

export type CensusTransfer = TransferRow & { id: number; said_ms: number };

export type ResidentTransfer = TransferRow & {
  censusId: number | null;
  /** 1: no hospital has reported the outcome, so it follows from the nights away (R280). */
  assumed: 0 | 1;
  /** Null: the census. */
  word_of: "feed" | null;
};

/** The transfers from departures, visits of hospitals and the census, of which the later word counts. */
export function transfersOfResident(
  words: readonly Word[],
  ofHospitals: readonly Word[],
  stays: readonly ResidentStay[],
  census: readonly CensusTransfer[],
): ResidentTransfer[] {
  const visits = hospitalVisits(ofHospitals);
  const departures = departuresOf(words, stays);
  const trips = visitsOfDepartures(departures, visits, stays);
  const lastPlaced = placedBy(words);
  const left = departures.map((departure) => {
    const unit = placeOf(departure, lastPlaced, stays);
    return transferOf(departure, trips.get(departure) ?? [], unit);
  });
  const met = new Set([...trips.values()].flat());
  const inHouse = visits.filter(
    (visit) =>
      !met.has(visit) && !departures.some((one) => isAwayAt(one, visit.began)),
  );
  const noticed = noticesInHouse(inHouse, stays).map((notice) => {
    const { stay, first } = notice;
    const place = { facilityId: stay.facility_id, at: first.began };
    return transferOfNotice(notice, placeOf(place, lastPlaced, stays));
  });
  const rows = rowsOf([...left, ...noticed], census);
  const merged = (reported: ReportedTransfer) =>
    mergedTransfer(reported, rows.get(reported));
  const others = new Set(census);
  for (const row of rows.values()) others.delete(row);
  return eachOnce(left.map(merged), [
    ...noticed.map(merged),
    ...[...others].map(transferOfCensus),
  ]).sort(
    (one, other) =>
      one.transferred_on - other.transferred_on ||
      one.facility_id - other.facility_id ||
      (one.minute_of_day ?? Infinity) - (other.minute_of_day ?? Infinity) ||
      (one.outcome < other.outcome ? -1 : 1),
  );
}

type ReportedTransfer = ResidentTransfer & { saidMs: number };

/** The census rows of the same transfers: of the same day, first with the same outcome. */
function rowsOf(
  transfers: readonly ReportedTransfer[],
  census: readonly CensusTransfer[],
): Map<ReportedTransfer, CensusTransfer> {
  const rows = new Map<ReportedTransfer, CensusTransfer>();
  const left = new Set(census);
  for (const isSame of [isSameOutcome, isSameDay]) {
    for (const transfer of transfers) {
      if (rows.has(transfer)) continue;
      const row = [...left].find((one) => isSame(one, transfer));
      if (!row) continue;
      left.delete(row);
      rows.set(transfer, row);
    }
  }
  return rows;
}

function isSameDay(one: TransferRow, other: TransferRow): boolean {
  return (
    one.facility_id === other.facility_id &&
    one.transferred_on === other.transferred_on
  );
}

function isSameOutcome(one: TransferRow, other: TransferRow): boolean {
  return isSameDay(one, other) && one.outcome === other.outcome;
}

/** What the later source does not know comes from the other (R311). An assumption outranks nothing. */
function mergedTransfer(
  { saidMs, ...transfer }: ReportedTransfer,
  row: CensusTransfer | undefined,
): ResidentTransfer {
  if (!row) return transfer;
  const said = transferOfCensus(row);
  return row.said_ms > saidMs || transfer.assumed
    ? { ...filledFrom(said, transfer), word_of: null }
    : filledFrom(transfer, said);
}

function filledFrom(
  one: ResidentTransfer,
  other: ResidentTransfer,
): ResidentTransfer {
  const known = Object.entries(one).filter(([, value]) => value !== null);
  return { ...other, ...Object.fromEntries(known) };
}

/** One transfer for each facility, day and outcome (R248), except departures with a return between. */
function eachOnce(
  departures: readonly ResidentTransfer[],
  others: readonly ResidentTransfer[],
): ResidentTransfer[] {
  const once = [...departures];
  for (const transfer of others) {
    const at = once.findIndex((one) => isSameOutcome(one, transfer));
    if (at === -1) once.push(transfer);
    else if (once[at]?.censusId === null && transfer.censusId !== null) {
      once[at] = transfer;
    }
  }
  return once;
}

/** The reason comes from the facility first, the diagnosis from the hospital first (R310). */
function transferOf(
  { facilityId, at, until, returned, planned, saidMs, details }: Departure,
  visits: readonly HospitalVisit[],
  unit: string | null,
): ReportedTransfer {
  const outcome = visits.flatMap((visit) => visit.outcome ?? []).at(-1);
  const assumed = until?.day === at.day ? "ed_only" : "inpatient";
  const ofHospital = lastDetails(visits.map((visit) => visit.details));
  return {
    facility_id: facilityId,
    transferred_on: at.day,
    outcome: outcome ?? assumed,
    planned: planned ? 1 : 0,
    minute_of_day: at.minute ?? null,
    hospital: ofHospital.hospital ?? details.hospital ?? null,
    unit,
    reason: details.reason ?? ofHospital.reason ?? null,
    diagnosis: ofHospital.diagnosis ?? details.diagnosis ?? null,
    returned_on: returned?.day ?? null,
    censusId: null,
    assumed: outcome === undefined ? 1 : 0,
    word_of: "feed",
    saidMs,
  };
}

/** A hospital's visit of a resident who is in house has no time of departure: its clock is not the facility's. */
function transferOfNotice(
  { stay, first, last }: Notice,
  unit: string | null,
): ReportedTransfer {
  return {
    ...NOTHING_KNOWN,
    facility_id: stay.facility_id,
    transferred_on: first.began.day,
    outcome: last.outcome,
    planned: 0,
    hospital: last.details.hospital ?? null,
    unit,
    reason: last.details.reason ?? first.details.reason ?? null,
    diagnosis: last.details.diagnosis ?? first.details.diagnosis ?? null,
    censusId: null,
    assumed: 0,
    word_of: "feed",
    saidMs: last.began.ms,
  };
}

function transferOfCensus({
  id,
  said_ms: _,
  ...row
}: CensusTransfer): ResidentTransfer {
  return { ...row, censusId: id, assumed: 0, word_of: null };
}

/** Where in the building the resident lived: the latest word, else the census. */
function placeOf(
  { facilityId, at }: Pick<Departure, "facilityId" | "at">,
  lastPlaced: LastPlaced,
  stays: readonly ResidentStay[],
): string | null {
  const stay = stays.find(
    (one) => one.facility_id === facilityId && isInHouseAt(one, at),
  );
  if (!stay) return null;
  const before = lastPlaced(stay, at);
  if (before) return before.unit ?? null;
  return lastPlaced(stay) ? null : stay.unit;
}

/** A hospital's visit of a resident who is still in house at the facility. */
interface Notice {
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
      departures.find((one) => isReportedLate(one, visit, stays));
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
function isReportedLate(
  { at, facilityId }: Departure,
  { began }: HospitalVisit,
  stays: readonly ResidentStay[],
): boolean {
  const earlyMs = at.ms - began.ms;
  return (
    earlyMs > 0 &&
    earlyMs <= LATE_LEAVE_MS &&
    stays.some(
      (stay) => stay.facility_id === facilityId && isInHouseAt(stay, began),
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
    const latest = { ...visit, outcome };
    if (before?.stay === stay && goesOnFrom(before.last, visit)) {
      before.last = latest;
    } else {
      notices.push({ stay, first: visit, last: latest });
    }
  }
  return notices;
}

interface HospitalVisit {
  began: Moment;
  /** Null if its class is no outcome. */
  outcome: Outcome | null;
  details: ReportedDetails;
}

/** The visits that hospitals report, oldest first, without cancelled ones (R279). */
function hospitalVisits(words: readonly Word[]): HospitalVisit[] {
  return groupedBy(words, ({ facilityId, visitNumber, happened }) =>
    // A day is one visit if it has no number.
    JSON.stringify([facilityId, visitNumber ?? [happened?.day]]),
  )
    .flatMap((group) => visitOf([...group].sort(bySaid)) ?? [])
    .sort(byBeginning);
}

function byBeginning(one: HospitalVisit, other: HospitalVisit): number {
  return one.began.ms - other.began.ms;
}

function visitOf(words: readonly Word[]): HospitalVisit | null {
  const { admissions } = claimsOf(words, () => true);
  const arrivals = admissions.filter(
    ({ word }) => word.event !== "change_class",
  );
  const began = (arrivals.at(-1) ?? admissions[0])?.at;
  if (!began) return null;
  return { began, outcome: outcomeOf(words), details: lastDetails(words) };
}

/** Class and type as they were said last, each by itself. A state replaces what was said before it. */
function outcomeOf(words: readonly Word[]): Outcome | null {
  const whole = words.map(({ event }) => event).lastIndexOf("state");
  const counting = words.slice(Math.max(whole, 0));
  const lastStated = (key: "patientClass" | "patientType") =>
    counting
      .flatMap((word) => (word[key] === undefined ? [] : [word[key]]))
      .at(-1)
      ?.toUpperCase();
  const outcomes = new Map<string | undefined, Outcome>([
    ["I", "inpatient"],
    ["E", "ed_only"],
    ["O OBS", "observation"],
  ]);
  const patientClass = lastStated("patientClass");
  const type = patientClass === "O" ? ` ${lastStated("patientType")}` : "";
  return outcomes.get(`${patientClass}${type}`) ?? null;
}
