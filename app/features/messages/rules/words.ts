import type { EpochDay } from "~/domain/calendar";
import type { AdtEvent } from "./message-facts";
import { groupedBy } from "./grouped";

/** When something happened: an instant in milliseconds, and the day that it was in the facility. */
export interface Moment {
  ms: number;
  day: EpochDay;
  /** The message tells no time: the instant is where the day begins or ends. */
  isDayAlone?: true;
  /** The last instant of that day that it may have been, where that is later: the message does not tell. */
  lastMs?: number;
  /** What the facility's clocks show, 0 to 1439, where the message tells a time. */
  minute?: number;
}

/** What one message says of one resident in one place; its codes are those of UB-04 and HL7, whatever the sender's own are. */
export interface Word {
  id: number;
  facilityId: number;
  /** Whose message it is: that of a facility tells of stays there, that of a hospital where its residents went. */
  role: "facility" | "hospital";
  event: Exclude<AdtEvent, "merge">;
  /** Of a cancellation, of what it cancels. Null: it does not say. */
  happened: Moment | null;
  /** When it was said; one that claims to come from the future, when it was received. Of two words the later one counts. */
  saidMs: number;
  /** PV1-19; null where the sender numbers no visits. */
  visitNumber: string | null;
  /** Which Encounter it is, of which sender. */
  encounterId?: string;
  /** Null: `""`, it is no longer so. Undefined: no news. */
  npi?: number | null;
  admitSource?: string | null;
  disposition?: string | null;
  patientClass?: string | null;
  patientType?: string | null;
  /** True: in an institutional special needs plan. Undefined: no news. */
  isnp?: boolean;
  admitted?: Moment | null;
  discharged?: Moment | null;
  /** PV1-3.1: where in the building the resident is. */
  unit?: string | null;
  /** Of a hospital's message its own name; of a facility's where the resident goes. */
  hospital?: string;
  reason?: string;
  diagnosis?: string;
}

export type WaitReason = "no_stay" | "nothing_to_cancel" | "stay_in_census";

export interface WaitingWord {
  id: number;
  reason: WaitReason;
}

/**
 * The order in which words count: by when they were said. Those of the same moment have one order too, by what they say, so that
 * it is the same in whatever order they came. A cancellation is last: senders tell minutes alone, and it follows what it cancels.
 */
export function bySaid(one: Word, other: Word): number {
  if (one.saidMs !== other.saidMs) return one.saidMs - other.saidMs;
  if (cancels(one) !== cancels(other)) return cancels(one) ? 1 : -1;
  const [a, b] = [contentOf(one), contentOf(other)];
  return a < b ? -1 : Number(a > b);
}

export function happenedMs({ happened, saidMs }: Word): number {
  return happened?.ms ?? saidMs;
}

/** Words that say the same at the same moment, together. */
export function sameWords(words: readonly Word[]): Word[][] {
  return groupedBy(words, contentOf);
}

function cancels({ event }: Word): boolean {
  return event.startsWith("cancel_");
}

function contentOf({ id: _, ...content }: Word): string {
  return JSON.stringify(content);
}

/** What words tell beside times and codes. Null or undefined: nothing. */
export type ToldDetails = Pick<Word, "hospital" | "reason" | "diagnosis">;

/** Each detail as it was told last. @param words in the order of their saying */
export function lastDetails(words: readonly ToldDetails[]): ToldDetails {
  const last = (key: keyof ToldDetails) =>
    words.flatMap((word) => word[key] ?? []).at(-1);
  return {
    hospital: last("hospital"),
    reason: last("reason"),
    diagnosis: last("diagnosis"),
  };
}
