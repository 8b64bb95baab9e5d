import type { EpochDay } from "~/domain/calendar";
import { alternating, type ClaimGroup, claimsOf } from "./claims";
import {
  bySaid,
  happenedMs,
  lastDetails,
  type Moment,
  type ToldDetails,
  type Word,
} from "./words";

export interface ToldStay {
  facilityId: number;
  admitted: Moment;
  discharged: Moment | null;
  /** Undefined: nobody said. */
  npi: number | null | undefined;
  admitSource: string | null | undefined;
  isnp: boolean | undefined;
  /** PV1-36. */
  disposition: string | null | undefined;
  leaving: ToldDetails;
  saidMs: number;
  /** All days of admission that were told of it. */
  claimedDays: ReadonlySet<EpochDay>;
  /** True where no admission tells of it: an update knows since when the resident is there. */
  isOfUpdates: boolean;
}

/** A discharge from a stay that no message tells of: of one that the census has, or of one whose admission is still to come. */
export interface LoneDischarge {
  at: Moment;
  word: Word;
}

export interface VisitStays {
  stays: ToldStay[];
  loneDischarges: LoneDischarge[];
  unmet: Word[];
}

/**
 * The stays that the words about one visit tell of, or, where a facility numbers no visits, all of a resident's words there. An
 * admission after a discharge is another stay.
 */
export function staysOfVisit(said: readonly Word[]): VisitStays {
  const words = [...said].sort(bySaid);
  const ofStay = wordsOfStay(words);
  const { admissions, discharges, isCancelled, unmet } = claimsOf(
    words,
    (word) => ofStay.has(word),
  );
  const groups = alternating(admissions, discharges);
  const lone = groups[0]?.kind === "discharge" ? groups.shift() : undefined;
  const stays: ToldStay[] = [];
  for (let at = 0; at < groups.length; at += 2) {
    const [admission, discharge, next] = groups.slice(at, at + 3);
    if (!admission) continue;
    const isFirst = at === 0 && !lone;
    stays.push(stayOf(words, { admission, discharge, next, isFirst }));
  }
  return {
    stays,
    loneDischarges: lone && !isCancelled ? [lone.last] : [],
    unmet,
  };
}

/** Classes of PV1-2 that are no stay in a nursing facility: outpatients, those expected, emergencies and the like. */
const NO_STAY = new Set(["O", "P", "E", "R", "C"]);

/** True for a word about a stay in a nursing facility, and for one that tells no class. */
export function isOfStay({ patientClass }: Word): boolean {
  return !NO_STAY.has(patientClass?.toUpperCase() ?? "");
}

function isAdmission({ event }: Word): boolean {
  return event === "admit" || event === "change_class";
}

/** Events that say again what a visit is. */
const TELLS_CLASS: ReadonlySet<Word["event"]> = new Set([
  "admit",
  "change_class",
  "state",
]);

/**
 * The words about a stay in a nursing facility. Others than those that begin a visit are of the class that was told last, where
 * they tell none.
 */
function wordsOfStay(words: readonly Word[]): Set<Word> {
  let isStay = true;
  return new Set(
    words.filter((word) => {
      const isTold = word.patientClass !== undefined;
      if (isTold || TELLS_CLASS.has(word.event)) isStay = isOfStay(word);
      return isStay;
    }),
  );
}

interface StayClaims {
  admission: ClaimGroup;
  discharge: ClaimGroup | undefined;
  next: ClaimGroup | undefined;
  isFirst: boolean;
}

function stayOf(words: readonly Word[], claims: StayClaims): ToldStay {
  const { admission, discharge, next, isFirst } = claims;
  const own = words.filter((word) => happenedMs(word) < firstMs(next));
  // What is told of an earlier stay is no news of where this one comes from.
  const since = own.filter(
    (word) => isFirst || happenedMs(word) >= firstMs(admission),
  );
  return {
    facilityId: admission.last.word.facilityId,
    admitted: admission.last.at,
    discharged: discharge?.last.at ?? null,
    npi: lastTold("npi", own),
    admitSource: lastTold("admitSource", since),
    isnp: lastTold("isnp", own),
    disposition: discharge && lastTold("disposition", ofEnd(discharge, own)),
    leaving: lastDetails(discharge ? ofEnd(discharge, own) : []),
    saidMs: own.at(-1)?.saidMs ?? admission.last.word.saidMs,
    claimedDays: new Set(
      admission.claims.flatMap(({ at, formerDays }) => [at.day, ...formerDays]),
    ),
    isOfUpdates: !admission.claims.some(({ word }) => isAdmission(word)),
  };
}

/** The words that tell of the end of a stay, and the updates since: a leave before it had an end of its own. */
function ofEnd({ claims }: ClaimGroup, own: readonly Word[]): Word[] {
  const told = claims.map(({ word }) => word).sort(bySaid);
  const isSince = (word: Word) =>
    word.event === "update" && told.some((one) => bySaid(one, word) < 0);
  const updates = own.filter((word) => !told.includes(word) && isSince(word));
  return [...told, ...updates].sort(bySaid);
}

/** @param words in the order of their saying */
function lastTold<Key extends "npi" | "admitSource" | "isnp" | "disposition">(
  key: Key,
  words: readonly Word[],
): Word[Key] | undefined {
  return [...words].reverse().find((word) => word[key] !== undefined)?.[key];
}

function firstMs(group: ClaimGroup | undefined): number {
  return group?.claims[0].at.ms ?? Infinity;
}

export interface CensusStay {
  id: number;
  facilityId: number;
  admittedOn: EpochDay;
  dischargedOn: EpochDay | null;
  npi: number | null;
  admittedFrom: AdmittedFrom;
  isnp: boolean;
  unit: string | null;
  /** When it was last imported with another value. */
  saidMs: number;
}

export type AdmittedFrom = "hospital" | "community" | "other";

export interface ResidentStay extends Omit<CensusStay, "id" | "saidMs"> {
  /** Of the census; null for one that only messages tell of. */
  censusId: number | null;
  wordOf: "census" | "feed";
  /** As the messages tell it; its admission is null where the census alone tells that. */
  told:
    | (Omit<ToldStay, "admitted" | "claimedDays" | "isOfUpdates"> & {
        admitted: Moment | null;
      })
    | null;
}

/** Whether a stay holds a moment. Of the days on which it begins and ends the hours count, where messages tell them. */
export function isInHouseAt(
  { admittedOn, dischargedOn, told }: ResidentStay,
  { ms, day, isDayAlone }: Moment,
): boolean {
  const end = dischargedOn ?? Infinity;
  if (day < admittedOn || end < day) return false;
  if (isDayAlone) return true;
  return (
    msOn(admittedOn, told?.admitted, -Infinity) <= ms &&
    ms <= msOn(end, told?.discharged, Infinity)
  );
}

/** The hours that messages tell of a day; the census, where it has the later word, may have another day. */
function msOn(
  day: number,
  told: Moment | null | undefined,
  unknown: number,
): number {
  return told?.day === day ? told.ms : unknown;
}
