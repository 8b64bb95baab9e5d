import { cancelledDays, type Claim } from "./claims";
import { groupedBy, placeIn } from "./grouped";
import {
  type CensusStay,
  isInHouseAt,
  isOfStay,
  type ResidentStay,
  staysOfVisit,
  type ReportedStay,
} from "./visit-stays";
import {
  bySaid,
  happenedMs,
  lastDetails,
  type Moment,
  type WaitingWord,
  type WaitReason,
  type Word,
} from "./words";

/** An admission further apart is another stay. */
const MOST_DAYS_CORRECTED = 7;

/** Rows match by facility and day of admission, by a day said before, or by an update's correction (R277). */
function metRows(
  reported: readonly ReportedStay[],
  census: readonly CensusStay[],
): Map<ReportedStay, CensusStay> {
  const met = new Map<ReportedStay, CensusStay>();
  const left = new Set(census);
  const meet = (
    find: (stay: ReportedStay, rows: CensusStay[]) => CensusStay[],
  ) => {
    for (const stay of reported) {
      if (met.has(stay)) continue;
      const there = [...left].filter(
        ({ facility_id }) => facility_id === stay.facilityId,
      );
      const [row] = find(stay, there);
      if (!row) continue;
      left.delete(row);
      met.set(stay, row);
    }
  };
  meet(({ admitted }, rows) =>
    rows.filter(({ admitted_on }) => admitted_on === admitted.day),
  );
  meet(({ claimedDays }, rows) =>
    rows.filter(({ admitted_on }) => claimedDays.has(admitted_on)),
  );
  meet(correctedBy);
  return met;
}

/** Rows with an admission that the update may correct, nearest first. */
function correctedBy(stay: ReportedStay, rows: CensusStay[]): CensusStay[] {
  if (!stay.isOfUpdates) return [];
  const { admitted, discharged } = stay;
  const daysApart = ({ admitted_on }: CensusStay) =>
    Math.abs(admitted_on - admitted.day);
  return rows
    .filter(
      (row) =>
        daysApart(row) <= MOST_DAYS_CORRECTED &&
        row.admitted_on <= (discharged?.day ?? Infinity) &&
        admitted.day <= (row.discharged_on ?? Infinity),
    )
    .sort(
      (one, other) => daysApart(one) - daysApart(other) || one.id - other.id,
    );
}

interface LoneStay {
  row: CensusStay;
  /** What messages say of its end changes this one. */
  stay: ResidentStay;
}

/** Stays that the census alone reports. */
class LoneStays {
  private readonly reopened = new Set<LoneStay>();
  readonly waiting: WaitingWord[] = [];

  constructor(
    private readonly all: readonly LoneStay[],
    private readonly met: readonly CensusStay[],
  ) {}

  /** A discharge without an admission ends the stay on its day. */
  discharge({ at, word }: Claim): void {
    const found = this.last(word, (one) => {
      const { admitted_on, discharged_on } = one.row;
      const isOpen = discharged_on === null || this.reopened.has(one);
      return admitted_on <= at.day && (isOpen || discharged_on >= at.day);
    });
    if (found) this.end(found, at, word);
    else this.wait(word, "no_stay");
  }

  /** Takes back the last discharge if it names no day. */
  cancelDischarge(word: Word): void {
    const days = cancelledDays(word);
    const isNamed = (end: number | null) =>
      end !== null && (days.length === 0 || days.includes(end));
    const found = this.last(word, ({ stay }) => isNamed(stay.discharged_on));
    // A stay that messages know too is without that discharge already.
    const isSettled = this.met.some(
      ({ facility_id, discharged_on }) =>
        facility_id === word.facilityId && isNamed(discharged_on),
    );
    if (found) this.end(found, null, word);
    else if (!isSettled) this.wait(word, "nothing_to_cancel");
  }

  /** A census stay goes by an import alone, so the cancellation waits unless the census has the later word. */
  cancelAdmission(word: Word, isUnmet: boolean): void {
    const days = cancelledDays(word);
    const found = this.last(word, ({ row: { admitted_on, discharged_on } }) =>
      days.length > 0
        ? days.includes(admitted_on)
        : isUnmet && discharged_on === null,
    );
    if (found && found.row.said_ms <= word.saidMs) {
      this.wait(word, "stay_in_census");
    } else if (!found && isUnmet) this.wait(word, "nothing_to_cancel");
  }

  private last(
    { facilityId }: Word,
    isMeant: (one: LoneStay) => boolean,
  ): LoneStay | undefined {
    return this.all
      .filter((one) => one.row.facility_id === facilityId && isMeant(one))
      .sort((one, other) => one.row.admitted_on - other.row.admitted_on)
      .at(-1);
  }

  private end(one: LoneStay, discharged: Moment | null, word: Word): void {
    const { row, stay } = one;
    if (word.saidMs < row.said_ms) return;
    if (discharged === null) this.reopened.add(one);
    const { facilityId, npi, admitSource, isnp, disposition, saidMs } = word;
    const said = { facilityId, npi, admitSource, isnp, disposition, saidMs };
    const leaving = lastDetails([word]);
    stay.discharged_on = discharged?.day ?? null;
    stay.word_of = "feed";
    stay.reported = { ...said, admitted: null, discharged, leaving };
  }

  private wait({ id }: Word, reason: WaitReason): void {
    this.waiting.push({ id, reason });
  }
}

/** PV1-14 by UB-04. All others are neither. */
const SOURCES = new Map<string, ResidentStay["admitted_from"]>([
  ["1", "community"],
  ["2", "community"],
  ["4", "hospital"],
]);

/** The stays from the census and the words of facilities. Of both about one stay the later word counts (R277). */
export function staysOfResident(
  said: readonly Word[],
  census: readonly CensusStay[],
) {
  const words = withMovesAsEvents(said);
  const visits = groupedBy(words, (word) =>
    JSON.stringify([word.facilityId, word.visitNumber]),
  ).map(staysOfVisit);
  const reported = visits.flatMap(({ stays }) => stays);
  const met = metRows(reported, census);
  const known = new Set(met.values());
  const lone = census
    .filter((row) => !known.has(row))
    .map((row) => ({ row, stay: stayOfCensus(row) }));
  const stays = [
    ...reported.map((stay) => mergedStay(stay, met.get(stay))),
    ...lone.map(({ stay }) => stay),
  ];
  const ofCensus = new LoneStays(lone, [...known]);
  const unmet = new Set(visits.flatMap((visit) => visit.unmet));
  const discharges = new Map(
    visits
      .flatMap(({ loneDischarges }) => loneDischarges)
      .map((discharge) => [discharge.word, discharge]),
  );
  for (const word of [...words].sort(bySaid)) {
    const discharge = discharges.get(word);
    if (discharge) ofCensus.discharge(discharge);
    if (word.event === "cancel_admit") {
      ofCensus.cancelAdmission(word, unmet.has(word));
    } else if (unmet.has(word)) ofCensus.cancelDischarge(word);
  }
  // A facility without the stay has already reported its end.
  const moves = new Set(
    said.filter(({ event }) => event === "move").map(({ id }) => id),
  );
  const lastPlaced = placedBy(said);
  for (const stay of stays) stay.unit = unitOf(stay, lastPlaced, census);
  return {
    stays: stays.sort(byAdmission),
    waiting: ofCensus.waiting.filter(({ id }) => !moves.has(id)),
  };
}

function mergedStay(
  reported: ReportedStay,
  row: CensusStay | undefined,
): ResidentStay {
  const { facilityId, admitted, discharged, npi, isnp, admitSource } = reported;
  const minute = admitted.minute ?? null;
  if (row && row.said_ms > reported.saidMs) {
    const isSameDay = row.admitted_on === admitted.day;
    const admitted_minute = isSameDay ? minute : null;
    return { ...stayOfCensus(row), admitted_minute, reported };
  }
  return {
    facility_id: facilityId,
    npi: npi === undefined ? (row?.npi ?? null) : npi,
    admitted_on: admitted.day,
    discharged_on: discharged?.day ?? null,
    admitted_from:
      admitSource === undefined
        ? (row?.admitted_from ?? "other")
        : (SOURCES.get(admitSource ?? "") ?? "other"),
    isnp: isnp === undefined ? (row?.isnp ?? 0) : isnp ? 1 : 0,
    unit: null,
    admitted_minute: minute,
    censusId: row?.id ?? null,
    word_of: "feed",
    reported,
  };
}

/** The later word counts, if it knows the unit (R311). */
function unitOf(
  stay: ResidentStay,
  lastPlaced: LastPlaced,
  census: readonly CensusStay[],
): string | null {
  const word = lastPlaced(stay);
  const row = census.find(({ id }) => id === stay.censusId);
  const isOfCensus =
    row && row.unit !== null && word && row.said_ms > word.saidMs;
  return isOfCensus || !word ? (row?.unit ?? null) : (word.unit ?? null);
}

function stayOfCensus({ id, said_ms: _, ...row }: CensusStay): ResidentStay {
  return { ...row, censusId: id, word_of: null, reported: null };
}

function byAdmission(one: ResidentStay, other: ResidentStay): number {
  return (
    one.admitted_on - other.admitted_on ||
    one.facility_id - other.facility_id ||
    (one.reported?.admitted?.ms ?? 0) - (other.reported?.admitted?.ms ?? 0) ||
    (one.censusId ?? 0) - (other.censusId ?? 0)
  );
}

interface Arrival {
  word: Word;
  from: number;
}

/** Turns a move to another facility within a numbered visit into a discharge there and an admission here. */
function withMovesAsEvents(words: readonly Word[]): Word[] {
  return groupedBy(words, ({ visitNumber }) =>
    JSON.stringify(visitNumber),
  ).flatMap((visit) => {
    const isOfOne = new Set(visit.map(({ facilityId }) => facilityId)).size < 2;
    if (isOfOne || visit[0]?.visitNumber === null) return visit;
    const arrivals = arrivalsOf(visit);
    return [
      ...visit.map((word) => withoutFormerBeginning(word, arrivals)),
      ...arrivals.flatMap(({ word, from }) => [
        movedEvent(word, "discharge", from),
        movedEvent(word, "admit", word.facilityId),
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
function movedEvent(
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

export type LastPlaced = ReturnType<typeof placedBy>;

/** Finds the last word on the resident's unit during a stay, up to a moment. */
export function placedBy(words: readonly Word[]) {
  const placed = words
    .flatMap((word) =>
      word.unit !== undefined && word.happened
        ? [{ word, at: word.happened }]
        : [],
    )
    .sort((one, other) => one.at.day - other.at.day);
  return (stay: ResidentStay, until?: Moment) => {
    const from = placeIn(placed, ({ at }) => at.day < stay.admitted_on);
    const end = stay.discharged_on ?? Infinity;
    const to = placeIn(placed, ({ at }) => at.day <= end);
    return placed
      .slice(from, to)
      .filter(
        ({ word, at }) =>
          word.facilityId === stay.facility_id &&
          (until === undefined || at.ms <= until.ms) &&
          isInHouseAt(stay, at),
      )
      .map(({ word }) => word)
      .sort((one, other) => bySaid(other, one))
      .find((word) => word.event !== "move" || !isMoveTakenBack(word, words));
  };
}
