import type { EpochDay } from "~/domain/calendar";

/** What is known of a transfer beside what figures are made of; null: not known. */
export interface TransferFacts {
  /** When the resident left, by the facility's clock. */
  minuteOfDay: number | null;
  hospital: string | null;
  unit: string | null;
  reason: string | null;
  diagnosis: string | null;
  returnedOn: EpochDay | null;
}

export const NOTHING_KNOWN: TransferFacts = {
  minuteOfDay: null,
  hospital: null,
  unit: null,
  reason: null,
  diagnosis: null,
  returnedOn: null,
};

/** What the one knows, and of what it does not, what the other knows (R311). */
export function knownByEither(
  one: TransferFacts,
  other: TransferFacts,
): TransferFacts {
  return {
    minuteOfDay: one.minuteOfDay ?? other.minuteOfDay,
    hospital: one.hospital ?? other.hospital,
    unit: one.unit ?? other.unit,
    reason: one.reason ?? other.reason,
    diagnosis: one.diagnosis ?? other.diagnosis,
    returnedOn: one.returnedOn ?? other.returnedOn,
  };
}
