import type { CensusStay } from "./census-stay";
import type { Moment, Word } from "./words";

/** A word that somebody has left a facility, and when. */
interface Leaving {
  word: Word;
  at: Moment;
}

/**
 * The words of facilities with hours for who came at an hour that is not told: behind the departures of that day which it may have
 * followed, where somebody had come before who could leave. So a day alone is no word of the stay that ended on it.
 */
export function afterDepartures(
  words: readonly Word[],
  census: readonly CensusStay[],
): Word[] {
  const leavings = words.flatMap((word) => {
    const at = leftAt(word);
    return at ? [{ word, at }] : [];
  });
  return words.map((word) => {
    const behind = (moment: Moment | null | undefined) => {
      const { ms, lastMs } = moment ?? {};
      if (ms === undefined || lastMs === undefined) return moment;
      const followed = leavings.filter(
        (leaving) =>
          ms <= leaving.at.ms &&
          leaving.at.ms <= lastMs &&
          !isOfSame(word, leaving.word) &&
          wasThere(leaving, words, census),
      );
      return moment && followed.length > 0
        ? { ...moment, ms: Math.max(...followed.map(({ at }) => at.ms)) + 1 }
        : moment;
    };
    switch (word.event) {
      case "return":
        return { ...word, happened: behind(word.happened) ?? null };
      case "admit":
      case "change_class":
        return {
          ...word,
          happened: behind(word.happened) ?? null,
          admitted: behind(word.admitted),
        };
      case "state":
        return { ...word, admitted: behind(word.admitted) };
      default:
        return word;
    }
  });
}

function leftAt({ event, happened, discharged }: Word): Moment | null {
  const isLeaving = event === "leave" || event === "discharge";
  return (isLeaving ? happened : null) ?? discharged ?? null;
}

/** An Encounter tells beginning and end of the same visit. */
function isOfSame(one: Word, other: Word): boolean {
  if (one === other) return true;
  return (
    one.event === "state" &&
    one.facilityId === other.facilityId &&
    one.visitNumber === other.visitNumber
  );
}

/** Whether anybody says of a time before the departure that they came. */
function wasThere(
  { word: { facilityId }, at }: Leaving,
  words: readonly Word[],
  census: readonly CensusStay[],
): boolean {
  return (
    census.some(
      (row) =>
        row.facilityId === facilityId &&
        row.admittedOn < at.day &&
        (row.dischargedOn ?? Infinity) >= at.day,
    ) ||
    words.some((word) => {
      const begins = word.event === "admit" || word.event === "change_class";
      const came = (begins ? word.happened : null) ?? word.admitted;
      return (
        word.facilityId === facilityId &&
        came &&
        (came.lastMs ?? came.ms) < at.ms
      );
    })
  );
}
