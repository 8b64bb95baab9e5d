import { neverWas } from "./absences";
import type { ResidentStay } from "./resident-stay";
import { lastDetails, type ToldDetails } from "./told-details";
import { isOfStay } from "./visit-stays";
import { bySaid, type Moment, type Word } from "./words";

/** PV1-36 by UB-04: to a hospital of short, federal, long-term or critical-access kind; and the same, where a return is planned. */
const TO_HOSPITAL = new Set(["02", "05", "43", "66"]);
const PLANNED_RETURN = new Set(["82", "85", "88", "94"]);

const MS_PER_DAY = 86_400_000;

/** A resident leaves for a hospital. */
export interface Departure {
  facilityId: number;
  at: Moment;
  /** When the resident is back, or somewhere else in the company. */
  until: Moment | null;
  /** The same where the resident is back there first. */
  returned: Moment | null;
  planned: boolean;
  saidMs: number;
  details: ToldDetails;
}

/** Whether a resident is away at a moment. */
export function isAwayAt({ at, until }: Departure, { ms }: Moment): boolean {
  return at.ms <= ms && (until === null || ms < until.ms);
}

/** Discharges and leaves whose disposition is a hospital, one for each facility and day. */
export function departuresOf(
  words: readonly Word[],
  stays: readonly ResidentStay[],
): Departure[] {
  const departures = new Map<string, Departure>();
  const add = (
    facilityId: number,
    at: Moment,
    { disposition, saidMs }: Pick<Word, "disposition" | "saidMs">,
    said: ToldDetails,
  ) => {
    const code = disposition?.padStart(2, "0") ?? "";
    const planned = PLANNED_RETURN.has(code);
    if (!planned && !TO_HOSPITAL.has(code)) return;
    const key = `${facilityId} ${at.day}`;
    departures.set(key, {
      facilityId,
      at,
      ...returnAfter(at, facilityId, words, stays),
      planned,
      saidMs,
      details: lastDetails([departures.get(key)?.details ?? {}, said]),
    });
  };
  const isAway = (facilityId: number, { ms }: Moment) =>
    [...departures.values()].some(
      (leave) =>
        leave.facilityId === facilityId &&
        leave.at.ms < ms &&
        (leave.until === null || leave.until.ms >= ms),
    );
  for (const { facilityId, happened, ...leave } of leavesOf(words)) {
    const isSaidAgain = departures.get(`${facilityId} ${happened.day}`);
    if (isSaidAgain || !isAway(facilityId, happened)) {
      add(facilityId, happened, leave, leave);
    }
  }
  for (const { facilityId, told } of stays) {
    // Who is discharged from a leave in hospital left once, when the leave began.
    if (!told?.discharged || isAway(facilityId, told.discharged)) continue;
    add(facilityId, told.discharged, told, told.leaving);
  }
  return [...departures.values()].sort(
    (one, other) =>
      one.at.ms - other.at.ms || one.facilityId - other.facilityId,
  );
}

/** The leaves by their days; what is said again of a day comes last. */
function leavesOf(words: readonly Word[]) {
  return words
    .flatMap((word) => {
      const { event, happened } = word;
      return event === "leave" && happened && !neverWas(word, words)
        ? [{ ...word, happened }]
        : [];
    })
    .sort(
      (one, other) =>
        one.happened.day - other.happened.day || bySaid(one, other),
    );
}

/** The first return from leave there, or admission anywhere, after a moment (R306). */
function returnAfter(
  { ms, day }: Moment,
  facilityId: number,
  words: readonly Word[],
  stays: readonly ResidentStay[],
): Pick<Departure, "until" | "returned"> {
  const returns = words
    .filter((word) => word.facilityId === facilityId && isReturn(word))
    .map(({ happened }) => ({ at: happened, facilityId }));
  const admissions = stays.map(({ told, admittedOn, ...stay }) => {
    // The census tells no hours. A stay of the day of the departure may be the one that is left.
    const end = { ms: (admittedOn + 1) * MS_PER_DAY - 1, day: admittedOn };
    const at = told?.admitted ?? (admittedOn > day ? end : null);
    return { at, facilityId: stay.facilityId };
  });
  const after = [...returns, ...admissions]
    .flatMap((one) => (one.at && one.at.ms > ms ? { ...one, at: one.at } : []))
    .sort((one, other) => one.at.ms - other.at.ms);
  const until = after[0]?.at ?? null;
  const isBack = after.some(
    (one) => one.at.ms === until?.ms && one.facilityId === facilityId,
  );
  return { until, returned: isBack ? until : null };
}

/** A visit that stands open tells of somebody in house, also after a leave. */
function isReturn(word: Word): boolean {
  const { event, admitted, discharged } = word;
  if (event !== "state") return event === "return";
  return Boolean(admitted) && !discharged && isOfStay(word);
}
