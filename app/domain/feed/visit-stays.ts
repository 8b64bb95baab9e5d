import { claimsOf, type Claim } from "./claims";
import { bySaid, type Moment, type WaitingWord, type Word } from "./words";

/** A stay as the messages of a facility tell it. */
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
  /** When the last word about it was said. */
  saidMs: number;
}

/** A discharge from a stay that no message tells of: of one that the census has, or of one whose admission is still to come. */
export interface LoneDischarge {
  at: Moment;
  word: Word;
}

export interface VisitStays {
  stays: ToldStay[];
  loneDischarges: LoneDischarge[];
  waiting: WaitingWord[];
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
    const [admission, discharge] = [groups[at]?.last, groups[at + 1]?.last];
    const next = groups[at + 2]?.last.at.ms ?? Infinity;
    if (!admission) continue;
    const own = words.filter((word) => happenedMs(word) < next);
    stays.push(stayOf(own, admission, discharge ?? null));
  }
  return {
    stays,
    loneDischarges: lone && !isCancelled ? [lone.last] : [],
    waiting: unmet.map(({ id }) => ({ id, reason: "nothing_to_cancel" })),
  };
}

/** Classes of PV1-2 that are no stay in a nursing facility: outpatients, those expected, emergencies and the like. */
const NO_STAY = new Set(["O", "P", "E", "R", "C"]);

/** True for a word about a stay in a nursing facility, and for one that tells no class. */
export function isOfStay({ patientClass }: Word): boolean {
  return !NO_STAY.has(patientClass?.toUpperCase() ?? "");
}

/** Events that say anew what a visit is. */
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

interface Group {
  kind: "admission" | "discharge";
  /** Of claims about the same thing, the one that was said last. */
  last: Claim;
}

/**
 * Admissions and discharges by when they happened. Several admissions without a discharge between are several words about one,
 * of which the last one said counts; and so are discharges.
 */
function alternating(
  admissions: readonly Claim[],
  discharges: readonly Claim[],
): Group[] {
  const claims = [
    ...admissions.map((claim) => ({ kind: "admission" as const, claim })),
    ...discharges.map((claim) => ({ kind: "discharge" as const, claim })),
  ].sort(
    (one, other) =>
      one.claim.at.ms - other.claim.at.ms ||
      // Somebody who comes and leaves at the same moment has come first.
      (one.kind === other.kind ? 0 : one.kind === "admission" ? -1 : 1) ||
      bySaid(one.claim.word, other.claim.word),
  );
  const groups: Group[] = [];
  for (const { kind, claim } of claims) {
    const group = groups.at(-1);
    if (group?.kind !== kind) groups.push({ kind, last: claim });
    else if (bySaid(group.last.word, claim.word) < 0) group.last = claim;
  }
  return groups;
}

/** A word that does not say when it happened is of when it was said. */
function happenedMs({ happened, saidMs }: Word): number {
  return happened?.ms ?? saidMs;
}

function stayOf(
  words: readonly Word[],
  admission: Claim,
  discharge: Claim | null,
): ToldStay {
  const lastTold = <Key extends "npi" | "admitSource" | "isnp" | "disposition">(
    key: Key,
  ) => [...words].reverse().find((word) => word[key] !== undefined)?.[key];
  return {
    facilityId: admission.word.facilityId,
    admitted: admission.at,
    discharged: discharge?.at ?? null,
    npi: lastTold("npi"),
    admitSource: lastTold("admitSource"),
    isnp: lastTold("isnp"),
    disposition: lastTold("disposition"),
    saidMs: words.at(-1)?.saidMs ?? admission.word.saidMs,
  };
}
