import type { EpochDay } from "~/domain/calendar";
import { alternating, type Claim, type ClaimGroup, claimsOf } from "./claims";
import {
  bySaid,
  happenedMs,
  lastDetails,
  type Moment,
  type ReportedDetails,
  type Word,
} from "./words";

export interface ReportedStay {
  facilityId: number;
  admitted: Moment;
  discharged: Moment | null;
  /** Undefined: not said. */
  npi: number | null | undefined;
  admitSource: string | null | undefined;
  isnp: boolean | undefined;
  disposition: string | null | undefined;
  leaving: ReportedDetails;
  saidMs: number;
  /** All days of admission that were said. */
  claimedDays: ReadonlySet<EpochDay>;
  /** No admission was said: an update knows since when the resident is there. */
  isOfUpdates: boolean;
}

export function staysOfVisit(said: readonly Word[]) {
  const words = [...said].sort(bySaid);
  const ofStay = wordsOfStay(words);
  const { admissions, discharges, isCancelled, unmet } = claimsOf(
    words,
    (word) => ofStay.has(word),
  );
  const groups = alternating(admissions, discharges);
  const lone = groups[0]?.kind === "discharge" ? groups.shift() : undefined;
  const stays: ReportedStay[] = [];
  for (let at = 0; at < groups.length; at += 2) {
    const [admission, discharge, next] = groups.slice(at, at + 3);
    if (!admission) continue;
    const isFirst = at === 0 && !lone;
    stays.push(stayOf(words, admission, discharge, next, isFirst));
  }
  // The stay of a lone discharge is in the census, or its admission is still to come.
  const loneDischarges: Claim[] = lone && !isCancelled ? [lone.last] : [];
  return { stays, loneDischarges, unmet };
}

/** PV1-2 of outpatients, those expected, emergencies and the like. */
const NO_STAY = new Set(["O", "P", "E", "R", "C"]);

export function isOfStay({ patientClass }: Word): boolean {
  return !NO_STAY.has(patientClass?.toUpperCase() ?? "");
}

function isAdmission({ event }: Word): boolean {
  return event === "admit" || event === "change_class";
}

const STATES_CLASS: ReadonlySet<Word["event"]> = new Set([
  "admit",
  "change_class",
  "state",
]);

function wordsOfStay(words: readonly Word[]): Set<Word> {
  let isStay = true;
  return new Set(
    words.filter((word) => {
      const isStated = word.patientClass !== undefined;
      if (isStated || STATES_CLASS.has(word.event)) isStay = isOfStay(word);
      return isStay;
    }),
  );
}

function stayOf(
  words: readonly Word[],
  admission: ClaimGroup,
  discharge: ClaimGroup | undefined,
  next: ClaimGroup | undefined,
  isFirst: boolean,
): ReportedStay {
  const own = words.filter((word) => happenedMs(word) < firstMs(next));
  // Words about an earlier stay do not say where this one comes from.
  const since = own.filter(
    (word) => isFirst || happenedMs(word) >= firstMs(admission),
  );
  return {
    facilityId: admission.last.word.facilityId,
    admitted: admission.last.at,
    discharged: discharge?.last.at ?? null,
    npi: lastStated("npi", own),
    admitSource: lastStated("admitSource", since),
    isnp: lastStated("isnp", own),
    disposition: discharge && lastStated("disposition", ofEnd(discharge, own)),
    leaving: lastDetails(discharge ? ofEnd(discharge, own) : []),
    saidMs: own.at(-1)?.saidMs ?? admission.last.word.saidMs,
    claimedDays: new Set(
      admission.claims.flatMap(({ at, formerDays }) => [at.day, ...formerDays]),
    ),
    isOfUpdates: !admission.claims.some(({ word }) => isAdmission(word)),
  };
}

/** Words about the end of a stay, and updates since. */
function ofEnd({ claims }: ClaimGroup, own: readonly Word[]): Word[] {
  const ending = claims.map(({ word }) => word).sort(bySaid);
  const isSince = (word: Word) =>
    word.event === "update" && ending.some((one) => bySaid(one, word) < 0);
  const updates = own.filter((word) => !ending.includes(word) && isSince(word));
  return [...ending, ...updates].sort(bySaid);
}

function lastStated<Key extends "npi" | "admitSource" | "isnp" | "disposition">(
  key: Key,
  words: readonly Word[],
): Word[Key] | undefined {
  return [...words].reverse().find((word) => word[key] !== undefined)?.[key];
}

function firstMs(group: ClaimGroup | undefined): number {
  return group?.claims[0].at.ms ?? Infinity;
}

/** In the columns of the table of stays. */
export interface StayRow {
  facility_id: number;
  npi: number | null;
  admitted_on: EpochDay;
  discharged_on: EpochDay | null;
  admitted_from: "hospital" | "community" | "other";
  isnp: 0 | 1;
  unit: string | null;
  /** Only messages know it. */
  admitted_minute: number | null;
}

export interface CensusStay extends StayRow {
  id: number;
  said_ms: number;
}

export interface ResidentStay extends StayRow {
  /** Null if only messages know it. */
  censusId: number | null;
  /** Null: the census. */
  word_of: "feed" | null;
  /** `admitted` is null if only the census knows it. */
  reported:
    | (Omit<ReportedStay, "admitted" | "claimedDays" | "isOfUpdates"> & {
        admitted: Moment | null;
      })
    | null;
}

/** Hours count on the first and last day, if messages say them. */
export function isInHouseAt(
  { admitted_on, discharged_on, reported }: ResidentStay,
  { ms, day, isDayAlone }: Moment,
): boolean {
  const end = discharged_on ?? Infinity;
  if (day < admitted_on || end < day) return false;
  if (isDayAlone) return true;
  return (
    msOn(admitted_on, reported?.admitted, -Infinity) <= ms &&
    ms <= msOn(end, reported?.discharged, Infinity)
  );
}

/** The census may have another day if its word is later. */
function msOn(
  day: number,
  reported: Moment | null | undefined,
  unknown: number,
): number {
  return reported?.day === day ? reported.ms : unknown;
}
