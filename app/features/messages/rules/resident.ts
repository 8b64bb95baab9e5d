import { neverWas, outsideStays, takenBackAbsences } from "./absences";
import { afterDepartures } from "./after-departures";
import type { CensusStay } from "./census-stay";
import { hospitalVisits } from "./hospital-visits";
import type { ResidentStay } from "./resident-stay";
import { staysOfResident } from "./resident-stays";
import {
  transfersOfResident,
  type CensusTransfer,
  type ResidentTransfer,
} from "./resident-transfers";
import { byEncounter } from "./visits-of-encounters";
import {
  sameWords,
  type WaitingWord,
  type WaitReason,
  type Word,
} from "./words";

/** All that is known of one resident. */
export interface ResidentSources {
  words: readonly Word[];
  stays: readonly CensusStay[];
  transfers: readonly CensusTransfer[];
}

export interface Resident {
  stays: ResidentStay[];
  transfers: ResidentTransfer[];
  waiting: WaitingWord[];
}

/**
 * Derives the stays and transfers of a resident from all messages about them, and from the census. It is the same in whatever
 * order the messages came, and however often.
 */
export function deriveResident({
  words,
  stays: censusStays,
  transfers: censusTransfers,
}: ResidentSources): Resident {
  const groups = sameWords(words);
  const said = groups.flatMap(([first]) => first ?? []);
  const of = (wanted: Word["role"]) =>
    byEncounter(said.filter(({ role }) => role === wanted));
  const ofFacilities = afterDepartures(of("facility"), censusStays);
  const ofHospitals = of("hospital");
  const { stays, waiting } = staysOfResident(ofFacilities, censusStays);
  const { takenBack, unmet } = takenBackAbsences(ofFacilities);
  const standing = ofFacilities.filter((word) => !takenBack.has(word));
  const outside = outsideStays(standing, stays);
  const waitsFor = new Map(waiting.map(({ id, reason }) => [id, reason]));
  for (const absence of outside) {
    // What belonged to an admission that was taken back is settled.
    if (!neverWas(absence, ofFacilities)) waitsFor.set(absence.id, "no_stay");
  }
  for (const { id } of unmet) waitsFor.set(id, "nothing_to_cancel");
  return {
    stays,
    transfers: transfersOfResident(
      standing.filter((word) => !outside.has(word)),
      stays,
      hospitalVisits(ofHospitals),
      censusTransfers,
    ),
    waiting: groups
      .flatMap((group) => allWaiting(group, waitsFor))
      .sort((one, other) => one.id - other.id),
  };
}

/** Of messages that say the same, all wait or none does. */
function allWaiting(
  group: readonly Word[],
  waitsFor: ReadonlyMap<number, WaitReason>,
): WaitingWord[] {
  const reason = group[0] && waitsFor.get(group[0].id);
  const ids = new Set(group.map(({ id }) => id));
  return reason ? [...ids].map((id) => ({ id, reason })) : [];
}
