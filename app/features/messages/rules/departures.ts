import { alternating, type Claim } from "./claims";
import { groupedBy, placeIn } from "./grouped";
import { type ResidentStay, isOfStay } from "./visit-stays";
import {
  bySaid,
  lastDetails,
  type Moment,
  type ReportedDetails,
  type Word,
} from "./words";

/** PV1-36 by UB-04: hospitals, and the same with a planned return. */
const TO_HOSPITAL = new Set(["02", "05", "43", "66"]);
const PLANNED_RETURN = new Set(["82", "85", "88", "94"]);

const MS_PER_DAY = 86_400_000;

export interface Departure {
  facilityId: number;
  at: Moment;
  /** When the resident is back, or in another facility. */
  until: Moment | null;
  /** When the resident is back there, before anywhere else. */
  returned: Moment | null;
  planned: boolean;
  saidMs: number;
  details: ReportedDetails;
}

export function isAwayAt({ at, until }: Departure, { ms }: Moment): boolean {
  return at.ms <= ms && (until === null || ms < until.ms);
}

type Leaving = Pick<Departure, "facilityId" | "at" | "saidMs" | "details"> &
  Pick<Word, "disposition">;

/** Discharges and leaves to a hospital: one for a facility and day, or several with a return between. */
export function departuresOf(
  words: readonly Word[],
  stays: readonly ResidentStay[],
): Departure[] {
  const arrivals = arrivalsOf(words, stays);
  const known = new Map<number, Departure[]>();
  const add = ({ disposition, ...leaving }: Leaving, isLeave: boolean) => {
    const code = disposition?.padStart(2, "0") ?? "";
    const planned = PLANNED_RETURN.has(code);
    if (!planned && !TO_HOSPITAL.has(code)) return;
    const { facilityId } = leaving;
    const back = returnAfter(leaving.at, facilityId, arrivals);
    const departure = { ...leaving, ...back, planned };
    const departures = known.get(facilityId) ?? [];
    known.set(facilityId, departures);
    const at = placeIn(departures, (one) => one.at.ms < departure.at.ms);
    const before = [departures[at - 1], departures[at]].find(
      (one) => one && isSame(one, departure),
    );
    // A second leave before the return is none. A discharge from a leave in hospital happened when the leave began.
    if (!(isLeave && before) && isAwayBefore(departures[at - 1], departure)) {
      return;
    }
    if (!before) departures.splice(at, 0, departure);
    else {
      const details = lastDetails([before.details, departure.details]);
      Object.assign(before, departure, { details });
    }
  };
  for (const leave of leavesOf(words)) add(leave, true);
  for (const { facility_id: facilityId, reported } of stays) {
    if (!reported?.discharged) continue;
    const { discharged: at, leaving: details, disposition, saidMs } = reported;
    add({ facilityId, at, details, disposition, saidMs }, false);
  }
  return [...known.values()]
    .flat()
    .sort(
      (one, other) =>
        one.at.ms - other.at.ms || one.facilityId - other.facilityId,
    );
}

function isAwayBefore(last: Departure | undefined, { at }: Departure): boolean {
  return last !== undefined && (last.until === null || last.until.ms >= at.ms);
}

function isSame(one: Departure, other: Departure): boolean {
  const [first, second] =
    one.at.ms <= other.at.ms ? [one, other] : [other, one];
  return (
    one.facilityId === other.facilityId &&
    one.at.day === other.at.day &&
    (first.until === null || first.until.ms > second.at.ms)
  );
}

function leavesOf(words: readonly Word[]): Leaving[] {
  return words
    .filter(({ event }) => event === "leave")
    .flatMap((word) => {
      const { facilityId, happened: at, disposition, saidMs } = word;
      if (!at || neverWas(word, words)) return [];
      return [{ word, facilityId, at, disposition, saidMs, details: word }];
    })
    .sort(
      (one, other) => one.at.day - other.at.day || bySaid(one.word, other.word),
    )
    .map(({ word: _, ...leave }) => leave);
}

interface Arrival {
  at: Moment;
  facilityId: number;
  /** A census stay has no hours: one that begins on the day of a departure may be the one that is left. */
  kind: "return" | "admission" | "of census";
}

function arrivalsOf(
  words: readonly Word[],
  stays: readonly ResidentStay[],
): Arrival[] {
  const returns = words.flatMap((word): Arrival[] => {
    const { happened: at, facilityId } = word;
    return at && isReturn(word) ? [{ at, facilityId, kind: "return" }] : [];
  });
  const admissions = stays.map((stay): Arrival => {
    const { reported, admitted_on: day, facility_id: facilityId } = stay;
    const at = { ms: (day + 1) * MS_PER_DAY - 1, day };
    return reported?.admitted
      ? { at: reported.admitted, facilityId, kind: "admission" }
      : { at, facilityId, kind: "of census" };
  });
  return [...returns, ...admissions].sort(
    (one, other) => one.at.ms - other.at.ms,
  );
}

/** The first return there, or admission anywhere, after a moment (R306). */
function returnAfter(
  { ms, day }: Moment,
  facilityId: number,
  arrivals: readonly Arrival[],
): Pick<Departure, "until" | "returned"> {
  let until: Moment | null = null;
  for (let next = placeIn(arrivals, (one) => one.at.ms <= ms); ; next += 1) {
    const arrival = arrivals[next];
    if (!arrival || (until && arrival.at.ms > until.ms)) break;
    const { at, kind } = arrival;
    const isThere = arrival.facilityId === facilityId;
    if (kind === "of census" && at.day <= day) continue;
    if (kind === "return" && !isThere) continue;
    until ??= at;
    if (isThere) return { until, returned: until };
  }
  return { until, returned: null };
}

/** An open state says that the resident is in house, also after a leave. */
function isReturn(word: Word): boolean {
  const { event, admitted, discharged } = word;
  if (event !== "state") return event === "return";
  return Boolean(admitted) && !discharged && isOfStay(word);
}

/** The leaves and returns that a later word took back, and cancellations of unknown ones. */
export function takenBackAbsences(words: readonly Word[]) {
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
            stay.facility_id === facilityId &&
            stay.admitted_on <= happened.day &&
            (stay.discharged_on ?? Infinity) >= happened.day,
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
