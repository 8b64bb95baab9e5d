import type { Er7Value } from "./hl7/er7";

/** Trigger events by their meaning. A `state` replaces everything that was said about its visit. */
export type AdtEvent =
  | "state"
  | "admit"
  | "move"
  | "discharge"
  | "change_class"
  | "update"
  | "cancel_admit"
  | "cancel_move"
  | "cancel_discharge"
  | "leave"
  | "return"
  | "cancel_leave"
  | "cancel_return"
  | "merge";

/** The same number of two givers belongs to two people. */
export interface PersonNumber {
  number: string;
  /** Name, else id, of the assigning authority; empty if none is named. */
  authority: string;
  authorityId?: string | undefined;
  /** Missing if unknown. */
  type?: NumberType | undefined;
  /** A type of the site's own: the sender's codes may have it. */
  ownType?: string;
}

export const MOST_NUMBERS = 100;

export type NumberType = "MR" | "PI";

/** As it was sent: without an offset its clock may be known later. */
export type TimeStamp = string;

/** What a message says about a visit. Undefined: nothing. Null: what was said before is deleted. */
export interface VisitFacts {
  /** PV1-19. */
  number?: Er7Value;
  encounterId?: string;
  /** PV1-2, such as `I`, `E` or `O`. */
  patientClass?: Er7Value;
  /** PV1-7: the physician's NPI, ten digits. */
  npi?: Er7Value;
  /** PV1-14, where the patient came from. */
  admitSource?: Er7Value;
  /** PV1-18. */
  patientType?: Er7Value;
  /** PV1-36, where the patient goes. */
  disposition?: Er7Value;
  /** PV1-44 and PV1-45. */
  admitted?: TimeStamp | null;
  discharged?: TimeStamp | null;
  /** PV1-3.1. Older stored messages lack this and what follows. */
  unit?: Er7Value;
  /** PV1-37, if it is a name. */
  destination?: string;
  /** The hospital's own name. */
  provider?: string;
  /** EVN-4, if it is a text. */
  eventReason?: string;
  /** PV2-3, if it is a text. */
  admitReason?: string;
  /** The most final DG1-3. */
  diagnosis?: string;
}

export interface PhysicianName {
  first: string | null;
  last: string | null;
}

export interface MessageFacts {
  event: AdtEvent;
  /** For a cancellation, the time of what it cancels; null if it does not say. */
  happened: TimeStamp | null;
  /** Of two words about the same, the later one counts. */
  said: TimeStamp;
  /** MSH-7, if it has an offset. */
  sentAt?: TimeStamp | undefined;
  /** The resident's numbers; in a merge, of the one who stays. */
  people: PersonNumber[];
  /** MRG-1; empty unless it is a merge. */
  merged: PersonNumber[];
  others?: { people: PersonNumber[]; merged: PersonNumber[] }[];
  firstName?: Er7Value;
  lastName?: Er7Value;
  visit: VisitFacts;
  physician: PhysicianName | null;
  /** IN1-2 of each insurance. */
  plans: string[];
}

/** Why a message can never be used. */
export const MESSAGE_FAULTS = [
  "no_patient_number",
  "too_many_numbers",
  "no_time",
  "bad_time",
  "malformed",
  "deletion",
  "no_merged_number",
  "merged_with_itself",
] as const;

export type MessageFault = (typeof MESSAGE_FAULTS)[number];

export type MessageReading =
  | { outcome: "read"; facts: MessageFacts }
  | { outcome: "aside" }
  | { outcome: "unusable"; fault: MessageFault };

export interface MessageHeader {
  /** MSH-3.1, the sending application. */
  application: string | null;
  /** MSH-4.1, the sending facility. */
  facility: string | null;
  /** PV1-3.4, which names the facility if MSH-4 names an enterprise. */
  location: string | null;
  /** MSH-10. */
  controlId: string | null;
  /** MSH-9, such as `ADT` and `A01`. */
  type: string;
  trigger: string;
}
