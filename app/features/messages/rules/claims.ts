import type { EpochDay } from "~/domain/calendar";
import { bySaid, type Moment, type Word } from "./words";

/**
 * The words' claims in the order they were said. A cancellation takes back the claims of its day and what they had
 * corrected; only a new event brings these back, no update.
 */
export function claimsOf(
  words: readonly Word[],
  isOfVisit: (word: Word) => boolean,
) {
  const admissions = new ClaimList("admit");
  const discharges = new ClaimList("discharge");
  const unmet: Word[] = [];
  for (const word of words) {
    const { event } = word;
    // To another facility it still carries the times of the first stay.
    if (event === "move" || event === "cancel_move") continue;
    if (event === "cancel_admit") {
      if (!admissions.cancel(word, discharges)) unmet.push(word);
      continue;
    }
    if (event === "cancel_discharge") {
      if (!discharges.cancel(word, admissions)) unmet.push(word);
      else admissions.goOn(discharges.takenBack);
      continue;
    }
    const { admission, discharge } = claimedTimes(word, isOfVisit(word));
    if (event === "state") {
      admissions.replace(admission, word);
      discharges.replace(discharge, word);
      continue;
    }
    if (word.discharged === null) discharges.takeBackLast(admissions);
    if (admission) admissions.add(admission, word);
    if (discharge) discharges.add(discharge, word);
  }
  return {
    admissions: admissions.claims,
    discharges: discharges.claims,
    /** The admission was taken back, and nothing has admitted since. */
    isCancelled: admissions.isCancelled,
    unmet,
  };
}

class ClaimList {
  claims: Claim[] = [];
  isCancelled = false;
  takenBack: readonly Claim[] = [];
  private formerDays: EpochDay[] = [];

  constructor(private readonly kind: ClaimGroup["kind"]) {}

  add(at: Moment, word: Word): void {
    const isEvent = word.event === this.kind || word.event === "change_class";
    if (this.isCancelled && !isEvent) return;
    this.isCancelled = false;
    this.push(isEvent ? at : this.withHours(at), word);
  }

  /** Null: there is none, and was none. Undefined: no news. */
  replace(at: Moment | null | undefined, word: Word): void {
    if (at === undefined) return;
    this.remember(this.claims);
    this.claims = [];
    if (at) this.push(at, word);
    this.isCancelled = at === null && this.kind === "admit";
  }

  /** False if there is nothing to cancel. Without a day it cancels the last stay, else any. */
  cancel(word: Word, others: ClaimList): boolean {
    const days = cancelledDays(word);
    if (days.length === 0) {
      return this.takeBackLast(others) || this.takeBack(() => true);
    }
    return days.some((day) => {
      const named = this.namedBy(day, others);
      return this.takeBack((claim) => named.has(claim));
    });
  }

  takeBackLast(others: ClaimList): boolean {
    const lastOther = Math.max(...others.claims.map(({ at }) => at.ms));
    return this.takeBack(({ at }) => at.ms >= lastOther);
  }

  /** Drops admissions after a discharge that was taken back: whoever never left has not come again. */
  goOn(discharges: readonly Claim[]): void {
    const isFollowed = (claim: Claim) =>
      discharges.some(
        (discharge) =>
          discharge.at.ms < claim.at.ms &&
          bySaid(discharge.word, claim.word) < 0,
      );
    const left = this.claims.filter((claim) => !isFollowed(claim));
    if (left.some(({ at }) => discharges.some((one) => at.ms <= one.at.ms))) {
      this.claims = left;
    }
  }

  private namedBy(day: EpochDay, others: ClaimList): Set<Claim> {
    const groups =
      this.kind === "admit"
        ? alternating(this.claims, others.claims)
        : alternating(others.claims, this.claims);
    return new Set(
      groups
        .filter(({ kind }) => kind === this.kind)
        .flatMap(({ claims }) => {
          const ofStay = new Set(claims);
          const said = this.claims.filter((claim) => ofStay.has(claim));
          const last = said.map(({ at }) => at.day).lastIndexOf(day);
          return said.slice(0, last + 1);
        }),
    );
  }

  takeBack(isMeant: (claim: Claim) => boolean): boolean {
    const left = this.claims.filter((claim) => !isMeant(claim));
    if (left.length === this.claims.length) return false;
    this.takenBack = this.claims.filter(isMeant);
    this.remember(this.takenBack);
    this.claims = left;
    this.isCancelled = true;
    return true;
  }

  private push(at: Moment, word: Word): void {
    this.claims.push({ at, word, formerDays: this.formerDays });
    this.formerDays = [];
  }

  /** A day alone says nothing new if its time was said before. */
  private withHours(at: Moment): Moment {
    if (!at.isDayAlone) return at;
    const known = this.claims
      .map((claim) => claim.at)
      .filter(({ day }) => day === at.day);
    return known.at(-1) ?? at;
  }

  private remember(claims: readonly Claim[]): void {
    const days = claims.flatMap(({ at, formerDays }) => [
      at.day,
      ...formerDays,
    ]);
    this.formerDays = [...new Set([...this.formerDays, ...days])];
  }
}

/** EVN-6 may be the hour of the cancellation itself; PV1-44 or PV1-45 then has the day. */
export function cancelledDays(word: Word): EpochDay[] {
  const { event, happened, admitted, discharged } = word;
  const ofVisit = event === "cancel_admit" ? admitted : discharged;
  return [...new Set([happened, ofVisit].flatMap((at) => at?.day ?? []))];
}

function claimedTimes(
  { event, happened, admitted, discharged }: Word,
  isOfVisit: boolean,
) {
  if (!isOfVisit) {
    // A resident who becomes an outpatient has left.
    const hasLeft = event === "change_class";
    return { admission: null, discharge: hasLeft ? happened : null };
  }
  const begins = event === "admit" || event === "change_class";
  return {
    admission: begins ? (happened ?? admitted) : admitted,
    discharge: event === "discharge" ? (happened ?? discharged) : discharged,
  };
}

export interface Claim {
  at: Moment;
  word: Word;
  /** Days said before, which it took back or replaced. */
  formerDays: readonly EpochDay[];
}

export interface ClaimGroup {
  kind: "admit" | "discharge";
  claims: [Claim, ...Claim[]];
  last: Claim;
}

/** Admissions and discharges in turn. Several without one of the other kind between are one, and the last said counts. */
export function alternating(
  admissions: readonly Claim[],
  discharges: readonly Claim[],
): ClaimGroup[] {
  const claims = [
    ...admissions.map((claim) => ({ kind: "admit" as const, claim })),
    ...discharges.map((claim) => ({ kind: "discharge" as const, claim })),
  ].sort(
    (one, other) =>
      one.claim.at.ms - other.claim.at.ms ||
      // Somebody who comes and leaves at the same moment came first.
      (one.kind === other.kind ? 0 : one.kind === "admit" ? -1 : 1) ||
      bySaid(one.claim.word, other.claim.word),
  );
  const groups: ClaimGroup[] = [];
  for (const { kind, claim } of claims) {
    const group = groups.at(-1);
    if (group?.kind !== kind) {
      groups.push({ kind, claims: [claim], last: claim });
      continue;
    }
    group.claims.push(claim);
    if (bySaid(group.last.word, claim.word) < 0) group.last = claim;
  }
  return groups;
}
