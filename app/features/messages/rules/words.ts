import type { EpochDay } from "~/domain/calendar";
import type { AdtEvent } from "./message-facts";
import { groupedBy } from "./grouped";

/** An instant, and its day at the facility. */
export interface Moment {
  ms: number;
  day: EpochDay;
  /** No time was said: the instant is where the day begins or ends. */
  isDayAlone?: true;
  /** The last instant it may have been, if that is later. */
  lastMs?: number;
  /** By the facility's clock, 0 to 1439, if a time was said. */
  minute?: number;
}

/** What one message says about a resident in one place, in codes of UB-04 and HL7. */
export interface Word {
  id: number;
  facilityId: number;
  /** Facilities report stays, hospitals where residents went. */
  role: "facility" | "hospital";
  event: Exclude<AdtEvent, "merge">;
  /** For a cancellation, the time of what it cancels. Null: not said. */
  happened: Moment | null;
  /** At the latest when it was received. Of two words the later one counts. */
  saidMs: number;
  /** PV1-19. */
  visitNumber: string | null;
  encounterId?: string;
  /** Null: `""`. Undefined: no news. This also holds below. */
  npi?: number | null;
  admitSource?: string | null;
  disposition?: string | null;
  patientClass?: string | null;
  patientType?: string | null;
  /** In an institutional special needs plan. */
  isnp?: boolean;
  admitted?: Moment | null;
  discharged?: Moment | null;
  /** PV1-3.1. */
  unit?: string | null;
  /** The hospital's own name, or where a facility says the resident goes. */
  hospital?: string;
  reason?: string;
  diagnosis?: string;
}

export type WaitReason = "no_stay" | "nothing_to_cancel" | "stay_in_census";

export interface WaitingWord {
  id: number;
  reason: WaitReason;
}

/** Words of one moment are ordered by what they say; a cancellation is last, since senders give minutes alone. */
export function bySaid(one: Word, other: Word): number {
  if (one.saidMs !== other.saidMs) return one.saidMs - other.saidMs;
  if (cancels(one) !== cancels(other)) return cancels(one) ? 1 : -1;
  const [a, b] = [contentOf(one), contentOf(other)];
  return a < b ? -1 : Number(a > b);
}

export function happenedMs({ happened, saidMs }: Word): number {
  return happened?.ms ?? saidMs;
}

export function sameWords(words: readonly Word[]): Word[][] {
  return groupedBy(words, contentOf);
}

function cancels({ event }: Word): boolean {
  return event.startsWith("cancel_");
}

function contentOf({ id: _, ...content }: Word): string {
  return JSON.stringify(content);
}

export type ReportedDetails = Pick<Word, "hospital" | "reason" | "diagnosis">;

/** @param words in the order they were said */
export function lastDetails(
  words: readonly ReportedDetails[],
): ReportedDetails {
  const last = (key: keyof ReportedDetails) =>
    words.flatMap((word) => word[key] ?? []).at(-1);
  return {
    hospital: last("hospital"),
    reason: last("reason"),
    diagnosis: last("diagnosis"),
  };
}
