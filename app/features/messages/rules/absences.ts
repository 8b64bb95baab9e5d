import { alternating, type Claim } from "./claims";
import { groupedBy } from "./grouped";
import type { ResidentStay } from "./visit-stays";
import { bySaid, type Word } from "./words";

const MS_PER_DAY = 86_400_000;

/** The leaves and returns that a later word took back, and cancellations of unknown ones. */
export function takenBackAbsences(words: readonly Word[]): {
  takenBack: Set<Word>;
  unmet: Word[];
} {
  const takenBack = new Set<Word>();
  const unmet: Word[] = [];
  for (const visit of groupedBy(words, ({ facilityId, visitNumber }) =>
    JSON.stringify([facilityId, visitNumber]),
  )) {
    const leaves = claimsOf("leave", visit);
    const returns = claimsOf("return", visit);
    const groups = alternating(returns, leaves);
    for (const word of visit) {
      const isOfLeave = word.event === "cancel_leave";
      if (!isOfLeave && word.event !== "cancel_return") continue;
      const said = (isOfLeave ? leaves : returns).filter(
        (claim) => bySaid(claim.word, word) < 0,
      );
      const meant = meantBy(word, said);
      if (!meant) {
        unmet.push(word);
        continue;
      }
      // It is the same one said again, if it is on one day with none of the other kind between.
      const same = groups.find(({ claims }) => claims.includes(meant));
      for (const claim of said) {
        const isSame = claim.at.day === meant.at.day;
        if (isSame && same?.claims.includes(claim)) takenBack.add(claim.word);
      }
    }
  }
  return { takenBack, unmet };
}

function claimsOf(event: Word["event"], visit: readonly Word[]): Claim[] {
  return visit
    .filter((word) => word.event === event)
    .sort(bySaid)
    .flatMap((word) =>
      word.happened ? { at: word.happened, word, formerDays: [] } : [],
    );
}

/** The one of the cancellation's hour, else the last of its day, else the last, if it names its own hour or none (R494). */
function meantBy(
  { happened, saidMs }: Word,
  said: readonly Claim[],
): Claim | undefined {
  const isOfLast = !happened || saidMs - happened.ms <= MS_PER_DAY;
  const ofDay = said.filter(({ at }) => at.day === happened?.day);
  const ofHour = ofDay.filter(({ at }) => at.ms === happened?.ms);
  return [...(isOfLast ? said : []), ...ofDay, ...ofHour].at(-1);
}

/** Leaves and returns on a day without a stay there. They wait for the admission. */
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

/** Whether the admission of its visit was taken back, and not said again. */
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
