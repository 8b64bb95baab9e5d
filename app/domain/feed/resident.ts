import { hospitalVisits } from "./hospital-visits";
import {
  staysOfResident,
  type CensusStay,
  type ResidentStay,
} from "./resident-stays";
import {
  transfersOfResident,
  type CensusTransfer,
  type ResidentTransfer,
} from "./resident-transfers";
import { withoutRepeats, type WaitingWord, type Word } from "./words";

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
  const said = withoutRepeats(words);
  const ofFacilities = said.filter(({ role }) => role === "facility");
  const ofHospitals = said.filter(({ role }) => role === "hospital");
  const { stays, waiting } = staysOfResident(ofFacilities, censusStays);
  return {
    stays,
    transfers: transfersOfResident(
      ofFacilities,
      stays,
      hospitalVisits(ofHospitals),
      censusTransfers,
    ),
    waiting: waiting.sort((one, other) => one.id - other.id),
  };
}
