import { isMoveTakenBack } from "./moved-visits";
import { placeIn } from "./grouped";
import { isInHouseAt, type ResidentStay } from "./resident-stay";
import { bySaid, type Moment, type Word } from "./words";

/** Tells the word that said last where in the building somebody is, of what happened during a stay; up to a departure, where one is given. */
export type LastPlaced = (
  stay: ResidentStay,
  until?: Moment,
) => Word | undefined;

/** @param words of facilities */
export function placedBy(words: readonly Word[]): LastPlaced {
  const placed = words
    .flatMap((word) =>
      word.unit !== undefined && word.happened
        ? [{ word, at: word.happened }]
        : [],
    )
    .sort((one, other) => one.at.day - other.at.day);
  return (stay, until) => {
    const from = placeIn(placed, ({ at }) => at.day < stay.admittedOn);
    const end = stay.dischargedOn ?? Infinity;
    const to = placeIn(placed, ({ at }) => at.day <= end);
    return placed
      .slice(from, to)
      .filter(
        ({ word, at }) =>
          word.facilityId === stay.facilityId &&
          (until === undefined || at.ms <= until.ms) &&
          isInHouseAt(stay, at),
      )
      .map(({ word }) => word)
      .sort((one, other) => bySaid(other, one))
      .find((word) => word.event !== "move" || !isMoveTakenBack(word, words));
  };
}
