import type { ResidentStay } from "./resident-stay";
import { bySaid, type Word } from "./words";

/**
 * Leaves and returns of days on which the resident has no stay there, as far as anybody knows. They wait for the admission, and
 * change nothing until it comes.
 *
 * @param words of facilities
 */
export function outsideStays(
  words: readonly Word[],
  stays: readonly ResidentStay[],
): Set<Word> {
  return new Set(
    words.filter(
      ({ event, facilityId, happened }) =>
        (event === "leave" || event === "return") &&
        happened !== null &&
        !stays.some(
          (stay) =>
            stay.facilityId === facilityId &&
            stay.admittedOn <= happened.day &&
            (stay.dischargedOn ?? Infinity) >= happened.day,
        ),
    ),
  );
}

/** True for a leave from, or a return to, a visit whose admission was taken back, and not told anew. */
export function neverWas(absence: Word, words: readonly Word[]): boolean {
  const last = words
    .filter(
      ({ event, facilityId, visitNumber }) =>
        ["admit", "change_class", "state", "cancel_admit"].includes(event) &&
        facilityId === absence.facilityId &&
        visitNumber === absence.visitNumber,
    )
    .sort(bySaid)
    .at(-1);
  if (last?.event === "state") return last.admitted === null;
  return last?.event === "cancel_admit" && absence.visitNumber !== null;
}
