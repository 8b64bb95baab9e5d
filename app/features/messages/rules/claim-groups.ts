import type { EpochDay } from "~/domain/calendar";
import { bySaid, type Moment, type Word } from "./words";

export interface Claim {
  at: Moment;
  word: Word;
  /** Days that were told before, and taken back or replaced by it. */
  formerDays: readonly EpochDay[];
}

export interface ClaimGroup {
  kind: "admission" | "discharge";
  /** By when they say that it happened. */
  claims: [Claim, ...Claim[]];
  /** The one that was said last: it counts. */
  last: Claim;
}

/**
 * Admissions and discharges by when they happened. Several admissions without a discharge between are several words about one,
 * of which the last one said counts; and so are discharges.
 */
export function alternating(
  admissions: readonly Claim[],
  discharges: readonly Claim[],
): ClaimGroup[] {
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
