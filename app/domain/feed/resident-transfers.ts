import type { EpochDay } from "../calendar";
import type { HospitalVisit, Outcome } from "./hospital-visits";
import type { ResidentStay } from "./resident-stays";
import { bySaid, type Moment, type Word } from "./words";

/** A transfer as the import of a census has it. */
export interface CensusTransfer {
  id: number;
  facilityId: number;
  transferredOn: EpochDay;
  outcome: Outcome;
  planned: boolean;
  /** When it was last imported with another value. */
  saidMs: number;
}

/** A transfer that counts. */
export interface ResidentTransfer {
  censusId: number | null;
  facilityId: number;
  transferredOn: EpochDay;
  outcome: Outcome;
  planned: boolean;
  /** True where no hospital has told the outcome: it follows from the nights away. */
  isAssumed: boolean;
  wordOf: "census" | "feed";
}

/** PV1-36 by UB-04: to a hospital of short, federal, long-term or critical-access kind; and the same, where a return is planned. */
const TO_HOSPITAL = new Set(["02", "05", "43", "66"]);
const PLANNED_RETURN = new Set(["82", "85", "88", "94"]);

const MS_PER_DAY = 86_400_000;

/** A resident leaves for a hospital. */
interface Departure {
  facilityId: number;
  at: Moment;
  /** When the resident is back, or somewhere else in the company. */
  until: Moment | null;
  planned: boolean;
  saidMs: number;
}

/**
 * The transfers of a resident: by what facilities tell of departures, by what hospitals tell of visits, and by the census, where
 * the later word counts.
 *
 * @param words of facilities
 */
export function transfersOfResident(
  words: readonly Word[],
  stays: readonly ResidentStay[],
  visits: readonly HospitalVisit[],
  census: readonly CensusTransfer[],
): ResidentTransfer[] {
  const departures = departuresOf(words, stays);
  const unmet = new Set(visits);
  const told = departures.map((departure) => {
    const visit = visitDuring(departure, unmet);
    if (visit) unmet.delete(visit);
    return { ...transferOf(departure, visit), saidMs: departure.saidMs };
  });
  const noticed = [...unmet].flatMap((visit) => noticeInHouse(visit, stays));
  const left = new Set(census);
  const merged = [...told, ...noticed].map(({ saidMs, ...transfer }) => {
    const row = [...left].find(
      ({ facilityId, transferredOn }) =>
        facilityId === transfer.facilityId &&
        transferredOn === transfer.transferredOn,
    );
    if (!row) return transfer;
    left.delete(row);
    // What is only assumed outranks nothing.
    const isCensus = row.saidMs > saidMs || transfer.isAssumed;
    return isCensus ? transferOfCensus(row) : { ...transfer, censusId: row.id };
  });
  return eachOnce([...merged, ...[...left].map(transferOfCensus)]).sort(
    (one, other) =>
      one.transferredOn - other.transferredOn ||
      one.facilityId - other.facilityId ||
      (one.outcome < other.outcome ? -1 : 1),
  );
}

/** The same facility, day and outcome is one transfer, however many tell of it (R248); a row of the census stands for the others. */
function eachOnce(transfers: readonly ResidentTransfer[]): ResidentTransfer[] {
  const once = new Map<string, ResidentTransfer>();
  for (const transfer of transfers) {
    const { facilityId, transferredOn, outcome } = transfer;
    const key = `${facilityId} ${transferredOn} ${outcome}`;
    const before = once.get(key);
    if (!before || (before.censusId === null && transfer.censusId !== null)) {
      once.set(key, transfer);
    }
  }
  return [...once.values()];
}

/** Discharges and leaves whose disposition is a hospital, one for each facility and day. */
function departuresOf(
  words: readonly Word[],
  stays: readonly ResidentStay[],
): Departure[] {
  const departures = new Map<string, Departure>();
  const add = (
    facilityId: number,
    at: Moment,
    { disposition, saidMs }: Pick<Word, "disposition" | "saidMs">,
  ) => {
    const code = disposition?.padStart(2, "0") ?? "";
    const planned = PLANNED_RETURN.has(code);
    if (!planned && !TO_HOSPITAL.has(code)) return;
    const until = returnAfter(at, facilityId, words, stays);
    const departure = { facilityId, at, until, planned, saidMs };
    departures.set(`${facilityId} ${at.day}`, departure);
  };
  const leaves = words.filter(({ event }) => event === "leave").sort(bySaid);
  for (const leave of leaves) {
    if (leave.happened) add(leave.facilityId, leave.happened, leave);
  }
  const isAway = (facilityId: number, { ms }: Moment) =>
    [...departures.values()].some(
      (leave) =>
        leave.facilityId === facilityId &&
        leave.at.ms < ms &&
        (leave.until === null || leave.until.ms >= ms),
    );
  for (const { facilityId, told } of stays) {
    // Who is discharged from a leave in hospital left once, when the leave began.
    if (!told?.discharged || isAway(facilityId, told.discharged)) continue;
    add(facilityId, told.discharged, told);
  }
  return [...departures.values()].sort(
    (one, other) =>
      one.at.ms - other.at.ms || one.facilityId - other.facilityId,
  );
}

/** The first return from leave there, or admission anywhere, after a moment. */
function returnAfter(
  { ms }: Moment,
  facilityId: number,
  words: readonly Word[],
  stays: readonly ResidentStay[],
): Moment | null {
  const returns = words
    .filter((word) => word.event === "return" && word.facilityId === facilityId)
    .map(({ happened }) => happened);
  const admissions = stays.map(({ told }) => told?.admitted ?? null);
  return (
    [...returns, ...admissions]
      .filter((moment) => moment !== null)
      .filter((moment) => moment.ms > ms)
      .sort((one, other) => one.ms - other.ms)[0] ?? null
  );
}

/** The first visit that begins on the day of the departure or later, and no more than a day after the return. */
function visitDuring(
  { at, until }: Departure,
  visits: ReadonlySet<HospitalVisit>,
): HospitalVisit | null {
  const last = until ? until.ms + MS_PER_DAY : Infinity;
  const during = [...visits].find(
    ({ began }) => began.day >= at.day && began.ms <= last,
  );
  return during ?? null;
}

function transferOf(
  { facilityId, at, until, planned }: Departure,
  visit: HospitalVisit | null,
): ResidentTransfer {
  const isAssumed = !visit?.outcome;
  const assumed = until?.day === at.day ? "ed_only" : "inpatient";
  return {
    censusId: null,
    facilityId,
    transferredOn: at.day,
    outcome: visit?.outcome ?? assumed,
    planned,
    isAssumed,
    wordOf: "feed",
  };
}

/** A hospital tells of a resident whom the facility still has in house: it has yet to say so. */
function noticeInHouse(
  { began, outcome }: HospitalVisit,
  stays: readonly ResidentStay[],
): (ResidentTransfer & { saidMs: number })[] {
  const stay = stays.find(
    ({ admittedOn, dischargedOn }) =>
      admittedOn <= began.day &&
      (dischargedOn === null || began.day <= dischargedOn),
  );
  if (!stay || !outcome) return [];
  return [
    {
      censusId: null,
      facilityId: stay.facilityId,
      transferredOn: began.day,
      outcome,
      planned: false,
      isAssumed: false,
      wordOf: "feed",
      saidMs: began.ms,
    },
  ];
}

function transferOfCensus({
  id,
  saidMs: _,
  ...row
}: CensusTransfer): ResidentTransfer {
  return { ...row, censusId: id, isAssumed: false, wordOf: "census" };
}
