import type { EpochDay } from "../calendar";
import { departuresOf, isAwayAt, type Departure } from "./departures";
import { noticesInHouse, visitsDuring, type Notice } from "./hospital-trips";
import type { HospitalVisit, Outcome } from "./hospital-visits";
import { isInHouseAt } from "./in-house";
import type { ResidentStay } from "./resident-stay";
import { lastPlaced } from "./last-placed";
import { lastDetails } from "./told-details";
import {
  knownByEither,
  NOTHING_KNOWN,
  type TransferFacts,
} from "./transfer-facts";
import type { Word } from "./words";

/** A transfer as the import of a census has it. */
export interface CensusTransfer {
  id: number;
  facilityId: number;
  transferredOn: EpochDay;
  outcome: Outcome;
  planned: boolean;
  known: TransferFacts;
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
  known: TransferFacts;
  /** True where no hospital has told the outcome: it follows from the nights away. */
  isAssumed: boolean;
  wordOf: "census" | "feed";
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
    const during = visitsDuring(departure, unmet, stays);
    for (const visit of during) unmet.delete(visit);
    const known = factsOf(departure, during, placeOf(departure, words, stays));
    return {
      ...transferOf(departure, during),
      known,
      saidMs: departure.saidMs,
    };
  });
  const inHouse = [...unmet].filter(
    ({ began }) => !departures.some((one) => isAwayAt(one, began)),
  );
  const noticed = noticesInHouse(inHouse, stays).map((notice) => {
    const { facilityId } = notice.stay;
    const at = notice.first.began;
    return transferOfNotice(notice, placeOf({ facilityId, at }, words, stays));
  });
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
    return isCensus
      ? {
          ...transferOfCensus(row),
          known: knownByEither(row.known, transfer.known),
        }
      : {
          ...transfer,
          censusId: row.id,
          known: knownByEither(transfer.known, row.known),
        };
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

/** Where in the building the resident lived who left. What the census says of a stay holds where no message says another. */
function placeOf(
  { facilityId, at }: Pick<Departure, "facilityId" | "at">,
  words: readonly Word[],
  stays: readonly ResidentStay[],
): string | null {
  const stay = stays.find(
    (one) => one.facilityId === facilityId && isInHouseAt(one, at),
  );
  if (!stay) return null;
  const before = lastPlaced(words, stay, at);
  if (before) return before.unit ?? null;
  return lastPlaced(words, stay) ? null : stay.unit;
}

/** Why somebody was sent says who sent them, else the hospital; what was found, the hospital, else who sent them (R310). */
function factsOf(
  { at, returned, details }: Departure,
  visits: readonly HospitalVisit[],
  unit: string | null,
): TransferFacts {
  const ofHospital = lastDetails(visits.map((visit) => visit.details));
  return {
    minuteOfDay: at.minute ?? null,
    hospital: ofHospital.hospital ?? details.hospital ?? null,
    unit,
    reason: details.reason ?? ofHospital.reason ?? null,
    diagnosis: ofHospital.diagnosis ?? details.diagnosis ?? null,
    returnedOn: returned?.day ?? null,
  };
}

/** Nobody has told when the resident left: the hospital's clock is not the facility's. */
function transferOfNotice(
  { stay, first, last }: Notice,
  unit: string | null,
): ResidentTransfer & { saidMs: number } {
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
