import { censusLimits } from "./limits";

/** What may look wrong in the census of a facility (R297). */
export const FINDING_KINDS = [
  "hospital_without_transfer",
  "transfer_outside_stay",
  "overlapping_stays",
  "shared_mrn",
  "no_physician",
  "assumed_outcome",
  "waiting",
] as const;

export type FindingKind = (typeof FINDING_KINDS)[number];

/** Kinds that have rows of residents; waiting messages have reasons. */
export type ResidentFindingKind = Exclude<FindingKind, "waiting">;

/**
 * True where so many of the stays are in doubt that the facility's figures are marked (R298). Few stays are no exception: their rates are as
 * unsure as the share says.
 */
export function hasMuchDoubt({
  stays,
  inDoubt,
}: {
  /** Stays of the last year. */
  stays: number;
  /** Those in doubt, and the transfers that no stay holds. */
  inDoubt: number;
}): boolean {
  return inDoubt > stays * censusLimits.doubtShare;
}
