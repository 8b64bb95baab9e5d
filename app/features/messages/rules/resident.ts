import { neverWas, outsideStays, takenBackAbsences } from "./departures";
import { Groups } from "./grouped";
import type { CensusStay } from "./visit-stays";
import { staysOfResident } from "./resident-stays";
import { type CensusTransfer, transfersOfResident } from "./resident-transfers";
import { type Moment, sameWords, type Word } from "./words";

export type Resident = ReturnType<typeof deriveResident>;

export function deriveResident(
  words: readonly Word[],
  censusStays: readonly CensusStay[],
  censusTransfers: readonly CensusTransfer[],
) {
  const groups = sameWords(words);
  const said = groups.flatMap(([first]) => first ?? []);
  const of = (wanted: Word["role"]) =>
    byEncounter(said.filter(({ role }) => role === wanted));
  const ofFacilities = afterDepartures(of("facility"), censusStays);
  const { stays, waiting } = staysOfResident(ofFacilities, censusStays);
  const { takenBack, unmet } = takenBackAbsences(ofFacilities);
  const standing = ofFacilities.filter((word) => !takenBack.has(word));
  const outside = outsideStays(standing, stays);
  const waitsFor = new Map(waiting.map(({ id, reason }) => [id, reason]));
  for (const absence of outside) {
    // Absences of an admission that was taken back are settled.
    if (!neverWas(absence, ofFacilities)) waitsFor.set(absence.id, "no_stay");
  }
  for (const { id } of unmet) waitsFor.set(id, "nothing_to_cancel");
  return {
    stays,
    transfers: transfersOfResident(
      standing.filter((word) => !outside.has(word)),
      of("hospital"),
      stays,
      censusTransfers,
    ),
    // Messages that say the same all wait, or none does.
    waiting: groups
      .flatMap((group) => {
        const reason = group[0] && waitsFor.get(group[0].id);
        const ids = new Set(group.map(({ id }) => id));
        return reason ? [...ids].map((id) => ({ id, reason })) : [];
      })
      .sort((one, other) => one.id - other.id),
  };
}

/** Moves an arrival without an hour behind the departures of its day that it may have followed, if somebody was there before. */
function afterDepartures(
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
    const { event, happened, admitted } = word;
    const begins = event === "admit" || event === "change_class";
    if (!begins && event !== "return" && event !== "state") return word;
    return {
      ...word,
      happened: (event === "state" ? happened : behind(happened)) ?? null,
      admitted: event === "return" ? admitted : behind(admitted),
    };
  });
}

function leftAt({ event, happened, discharged }: Word): Moment | null {
  const isLeaving = event === "leave" || event === "discharge";
  return (isLeaving ? happened : null) ?? discharged ?? null;
}

/** A state has beginning and end of one visit. */
function isOfSame(one: Word, other: Word): boolean {
  if (one === other) return true;
  return (
    one.event === "state" &&
    one.facilityId === other.facilityId &&
    one.visitNumber === other.visitNumber
  );
}

/** Whether any word or row says that the resident came before the departure. */
function wasThere(
  { word: { facilityId }, at }: { word: Word; at: Moment },
  words: readonly Word[],
  census: readonly CensusStay[],
): boolean {
  return (
    census.some(
      (row) =>
        row.facility_id === facilityId &&
        row.admitted_on < at.day &&
        (row.discharged_on ?? Infinity) >= at.day,
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

/** Gives all words of one visit the same number: an Encounter with several numbers and HL7's words about any of them (R274). */
export function byEncounter(words: readonly Word[]): Word[] {
  if (!words.some(({ encounterId }) => encounterId)) return [...words];
  const visits = new Groups<string>();
  const keys = words.map(({ visitNumber, encounterId }) => [
    ...(visitNumber === null ? [] : [`number ${visitNumber}`]),
    ...(encounterId ? [`encounter ${encounterId}`] : []),
  ]);
  for (const own of keys) visits.join(own);
  return words.map((word, at) => {
    const [first] = keys[at] ?? [];
    return first ? { ...word, visitNumber: visits.find(first) } : word;
  });
}
