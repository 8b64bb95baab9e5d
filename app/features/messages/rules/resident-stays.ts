import type { AdmittedFrom, CensusStay } from "./census-stay";
import { CensusOnly } from "./census-only";
import { groupedBy } from "./grouped";
import { metRows } from "./met-rows";
import { bySaid, type WaitingWord, type Word } from "./words";
import { withMovesTold } from "./moved-visits";
import type { ResidentStay } from "./resident-stay";
import { placedBy, type LastPlaced } from "./last-placed";
import { staysOfVisit, type ToldStay } from "./visit-stays";

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
  said: readonly Word[],
  census: readonly CensusStay[],
): ResidentStays {
  const words = withMovesTold(said);
  const visits = groupedBy(words, (word) =>
    JSON.stringify([word.facilityId, word.visitNumber]),
  ).map(staysOfVisit);
  const told = visits.flatMap(({ stays }) => stays);
  const met = metRows(told, census);
  const stays = told.map((stay) => mergedStay(stay, met.get(stay) ?? null));
  const left = new Set(census);
  for (const row of met.values()) left.delete(row);
  stays.push(...[...left].map(stayOfCensus));
  const censusOnly = new CensusOnly(stays, [...left], [...met.values()]);
  const unmet = new Set(visits.flatMap((visit) => visit.unmet));
  const discharges = new Map(
    visits
      .flatMap(({ loneDischarges }) => loneDischarges)
      .map((discharge) => [discharge.word, discharge]),
  );
  for (const word of [...words].sort(bySaid)) {
    const discharge = discharges.get(word);
    if (discharge) censusOnly.discharge(discharge);
    if (word.event === "cancel_admit") {
      censusOnly.cancelAdmission(word, unmet.has(word));
    } else if (unmet.has(word)) censusOnly.cancelDischarge(word);
  }
  // A move waits for nothing: a facility that no longer has the stay has told its end.
  const moves = new Set(
    said.filter(({ event }) => event === "move").map(({ id }) => id),
  );
  const lastPlaced = placedBy(said);
  for (const stay of stays) stay.unit = unitOf(stay, lastPlaced, census);
  return {
    stays: stays.sort(byAdmission),
    waiting: censusOnly.waiting.filter(({ id }) => !moves.has(id)),
  };
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
    unit: null,
    admittedFrom:
      admitSource === undefined
        ? (row?.admittedFrom ?? "other")
        : (SOURCES.get(admitSource ?? "") ?? "other"),
    censusId: row?.id ?? null,
    wordOf: "feed",
    told,
  };
}

/** Of messages and the census whoever said it last; the census, where it does not know, says nothing (R311). */
function unitOf(
  stay: ResidentStay,
  lastPlaced: LastPlaced,
  census: readonly CensusStay[],
): string | null {
  const word = lastPlaced(stay);
  const row = census.find(({ id }) => id === stay.censusId);
  const isOfCensus =
    row && row.unit !== null && word && row.saidMs > word.saidMs;
  return isOfCensus || !word ? (row?.unit ?? null) : (word.unit ?? null);
}

function stayOfCensus({ id, saidMs: _, ...row }: CensusStay): ResidentStay {
  return { ...row, censusId: id, wordOf: "census", told: null };
}

function byAdmission(one: ResidentStay, other: ResidentStay): number {
  return (
    one.admittedOn - other.admittedOn ||
    one.facilityId - other.facilityId ||
    (one.told?.admitted?.ms ?? 0) - (other.told?.admitted?.ms ?? 0) ||
    (one.censusId ?? 0) - (other.censusId ?? 0)
  );
}
