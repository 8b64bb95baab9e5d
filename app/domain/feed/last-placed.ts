import { isInHouseAt } from "./in-house";
import { isMoveTakenBack } from "./moved-visits";
import type { ResidentStay } from "./resident-stay";
import { bySaid, type Moment, type Word } from "./words";

/**
 * The word that told last where in the building somebody is, of what happened during a stay; up to a departure, where one is
 * given. Undefined: none did.
 *
 * @param words of facilities
 */
export function lastPlaced(
  words: readonly Word[],
  stay: ResidentStay,
  until?: Moment,
): Word | undefined {
  return words
    .filter(
      ({ unit, facilityId, happened }) =>
        unit !== undefined &&
        facilityId === stay.facilityId &&
        happened !== null &&
        (until === undefined || happened.ms <= until.ms) &&
        isInHouseAt(stay, happened),
    )
    .sort((one, other) => bySaid(other, one))
    .find((word) => word.event !== "move" || !isMoveTakenBack(word, words));
}
