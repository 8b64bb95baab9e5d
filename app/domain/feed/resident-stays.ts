import type { AdmittedFrom, CensusStay } from "./census-stay";
import { groupedBy } from "./grouped";
import { metRows } from "./met-rows";
import type { Moment, WaitingWord, Word } from "./words";
import { staysOfVisit, type LoneDischarge, type ToldStay } from "./visit-stays";

/** A stay that counts. */
export interface ResidentStay extends Omit<CensusStay, "id" | "saidMs"> {
  /** Of the census; null for one that only messages tell of. */
  censusId: number | null;
  /** Whose word is the later one. */
  wordOf: "census" | "feed";
  /** As the messages tell it; its admission is null where the census alone tells that. */
  told:
    | (Omit<ToldStay, "admitted" | "claimedDays" | "isOfUpdates"> & {
        admitted: Moment | null;
      })
    | null;
}

export interface ResidentStays {
  stays: ResidentStay[];
  waiting: WaitingWord[];
}

/** PV1-14 by UB-04: a person's home or a clinic, and another hospital. All others are neither. */
const SOURCES = new Map<string, AdmittedFrom>([
  ["1", "community"],
  ["2", "community"],
  ["4", "hospital"],
]);

/**
 * The stays of a resident from the census and from the words of the facilities. Where both speak of a visit, the later word
 * counts.
 */
export function staysOfResident(
  words: readonly Word[],
  census: readonly CensusStay[],
): ResidentStays {
  const visits = groupedBy(words, (word) =>
    JSON.stringify([word.facilityId, word.visitNumber]),
  ).map(staysOfVisit);
  const told = visits.flatMap(({ stays }) => stays);
  const met = metRows(told, census);
  const stays = told.map((stay) => mergedStay(stay, met.get(stay) ?? null));
  const left = new Set(census);
  for (const row of met.values()) left.delete(row);
  stays.push(...[...left].map(stayOfCensus));
  const waiting = visits.flatMap((visit) => visit.waiting);
  for (const discharge of visits.flatMap((visit) => visit.loneDischarges)) {
    if (!applyDischarge(stays, [...left], discharge)) {
      waiting.push({ id: discharge.word.id, reason: "no_stay" });
    }
  }
  return { stays: stays.sort(byAdmission), waiting };
}

function mergedStay(told: ToldStay, row: CensusStay | null): ResidentStay {
  if (row && row.saidMs > told.saidMs) {
    return { ...stayOfCensus(row), told };
  }
  const { facilityId, admitted, discharged, npi, isnp, admitSource } = told;
  return {
    facilityId,
    admittedOn: admitted.day,
    dischargedOn: discharged?.day ?? null,
    npi: npi === undefined ? (row?.npi ?? null) : npi,
    isnp: isnp ?? row?.isnp ?? false,
    admittedFrom:
      admitSource === undefined
        ? (row?.admittedFrom ?? "other")
        : (SOURCES.get(admitSource ?? "") ?? "other"),
    censusId: row?.id ?? null,
    wordOf: "feed",
    told,
  };
}

function stayOfCensus({ id, saidMs: _, ...row }: CensusStay): ResidentStay {
  return { ...row, censusId: id, wordOf: "census", told: null };
}

/** A discharge without an admission ends the stay of the census that holds its day. False where there is none. */
function applyDischarge(
  stays: ResidentStay[],
  census: readonly CensusStay[],
  { at, word }: LoneDischarge,
): boolean {
  const row = census
    .filter(
      ({ facilityId, admittedOn, dischargedOn }) =>
        facilityId === word.facilityId &&
        admittedOn <= at.day &&
        (dischargedOn === null || dischargedOn >= at.day),
    )
    .sort((one, other) => one.admittedOn - other.admittedOn)
    .at(-1);
  const stay = stays.find(({ censusId }) => row && censusId === row.id);
  if (!row || !stay) return false;
  if (word.saidMs < row.saidMs) return true;
  stay.dischargedOn = at.day;
  stay.wordOf = "feed";
  stay.told = toldByDischarge(row, at, word);
  return true;
}

function toldByDischarge(
  { facilityId }: CensusStay,
  discharged: Moment,
  word: Word,
): ResidentStay["told"] {
  const { npi, admitSource, isnp, disposition, saidMs } = word;
  const told = { npi, admitSource, isnp, disposition, saidMs };
  return { facilityId, admitted: null, discharged, ...told };
}

function byAdmission(one: ResidentStay, other: ResidentStay): number {
  return (
    one.admittedOn - other.admittedOn ||
    one.facilityId - other.facilityId ||
    (one.told?.admitted?.ms ?? 0) - (other.told?.admitted?.ms ?? 0) ||
    (one.censusId ?? 0) - (other.censusId ?? 0)
  );
}
