import type { EpochDay } from "../calendar";
import { departuresOf, isAwayAt, type Departure } from "./departures";
import type { HospitalVisit, Outcome } from "./hospital-visits";
import type { ResidentStay } from "./resident-stays";
import type { Word } from "./words";

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

const MS_PER_DAY = 86_400_000;

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
    const during = visitsDuring(departure, unmet);
    for (const visit of during) unmet.delete(visit);
    return { ...transferOf(departure, during), saidMs: departure.saidMs };
  });
  const noticed = [...unmet]
    .filter(({ began }) => !departures.some((one) => isAwayAt(one, began)))
    .flatMap((visit) => noticeInHouse(visit, stays));
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

/**
 * The first visit that begins on the day of the departure or later, and no more than a day after the return; with those that go on
 * from it: a hospital may number an emergency visit and what it leads to apart.
 *
 * @param visits oldest first
 */
function visitsDuring(
  { at, until }: Departure,
  visits: ReadonlySet<HospitalVisit>,
): HospitalVisit[] {
  const last = until ? until.ms + MS_PER_DAY : Infinity;
  const during: HospitalVisit[] = [];
  for (const visit of visits) {
    const { began } = visit;
    if (began.day < at.day || began.ms > last) continue;
    const before = during.at(-1);
    if (before && began.ms - before.began.ms > MS_PER_DAY) break;
    during.push(visit);
  }
  return during;
}

function transferOf(
  { facilityId, at, until, planned }: Departure,
  visits: readonly HospitalVisit[],
): ResidentTransfer {
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
