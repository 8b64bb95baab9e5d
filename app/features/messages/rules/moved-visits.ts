import { groupedBy, placeIn } from "./grouped";
import { isOfStay, isInHouseAt, type ResidentStay } from "./visit-stays";
import { bySaid, happenedMs, type Word, type Moment } from "./words";

interface Arrival {
  word: Word;
  from: number;
}

/** Turns a move to another facility within a numbered visit into a discharge there and an admission here. */
export function withMovesTold(words: readonly Word[]): Word[] {
  return groupedBy(words, ({ visitNumber }) =>
    JSON.stringify(visitNumber),
  ).flatMap((visit) => {
    const isOfOne = new Set(visit.map(({ facilityId }) => facilityId)).size < 2;
    if (isOfOne || visit[0]?.visitNumber === null) return visit;
    const arrivals = arrivalsOf(visit);
    return [
      ...visit.map((word) => withoutFormerBeginning(word, arrivals)),
      ...arrivals.flatMap(({ word, from }) => [
        told(word, "discharge", from),
        told(word, "admit", word.facilityId),
      ]),
    ];
  });
}

/** Moves to a facility where the visit is not open, from one where it is. */
function arrivalsOf(visit: readonly Word[]): Arrival[] {
  const inOrder = [...visit].sort(
    (one, other) => happenedMs(one) - happenedMs(other) || bySaid(one, other),
  );
  const open = new Set<number>();
  const arrivals: Arrival[] = [];
  for (const word of inOrder) {
    const { facilityId, event } = word;
    if (event === "discharge" || event === "cancel_admit") {
      open.delete(facilityId);
    } else if (event === "move") {
      const from = [...open].at(-1);
      if (from === undefined || open.has(facilityId)) continue;
      if (isMoveTakenBack(word, visit)) continue;
      arrivals.push({ word, from });
      open.delete(from);
      open.add(facilityId);
    } else if (isBeginning(word, open.size > 0)) open.add(facilityId);
  }
  return arrivals;
}

/** Whether a word opens the visit in its facility. An update does if the visit is open nowhere else. */
function isBeginning(word: Word, isOpen: boolean): boolean {
  if (!isOfStay(word)) return false;
  switch (word.event) {
    case "admit":
    case "change_class":
    case "cancel_discharge":
      return true;
    default:
      return !isOpen && Boolean(word.admitted) && !word.discharged;
  }
}

/** A cancellation without a day takes back any move. */
function isMoveTakenBack(move: Word, words: readonly Word[]): boolean {
  return words.some(
    (word) =>
      word.event === "cancel_move" &&
      word.visitNumber === move.visitNumber &&
      bySaid(move, word) < 0 &&
      (word.happened === null || word.happened.day === move.happened?.day),
  );
}

/** PV1-44 is still of the first facility after a move. */
function withoutFormerBeginning(
  word: Word,
  arrivals: readonly Arrival[],
): Word {
  const { admitted, facilityId } = word;
  const isFormer =
    admitted &&
    arrivals.some(
      (arrival) =>
        arrival.word.facilityId === facilityId &&
        admitted.ms < happenedMs(arrival.word) &&
        happenedMs(word) >= happenedMs(arrival.word),
    );
  return isFormer ? { ...word, admitted: undefined } : word;
}

/** A move as an event of one facility, without the visit's beginning, source and end. */
function told(
  word: Word,
  event: "admit" | "discharge",
  facilityId: number,
): Word {
  return {
    ...word,
    event,
    facilityId,
    admitted: undefined,
    discharged: undefined,
    admitSource: undefined,
    disposition: undefined,
  };
}

/** The last word on the resident's unit during a stay, up to a moment. */
export type LastPlaced = (
  stay: ResidentStay,
  until?: Moment,
) => Word | undefined;

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
