import type { Er7Value } from "./hl7/er7";

/**
 * What a message says happened, by the trigger event in MSH-9.2. Events of the same meaning are one. A `state` is no event: it says
 * how a visit stands as a whole, in the place of all that was said of it before.
 */
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

/** A patient's number with whoever gave it: the same number of two givers is of two people. */
export interface PersonNumber {
  number: string;
  /** Namespace or id of the assigning authority; empty where none is named. */
  authority: string;
  /** The id of the authority, beside its name. */
  authorityId?: string | undefined;
  /** Whether it is called a medical record number or a patient's internal number. Missing where neither is said, or none was kept. */
  type?: NumberType | undefined;
  /** A type of the site's own; what it means the codes of the sender say. */
  ownType?: string;
}

/** Most numbers of a message. Patients have a few; each number is looked up with all that is said under it. */
export const MOST_NUMBERS = 100;

export type NumberType = "MR" | "PI";

/** A time as it was sent, which can be read. Without an offset it is what clocks show, and whose these are may become known later. */
export type TimeStamp = string;

/** What a message says of a visit. Undefined: nothing; null: what was said before is deleted. */
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
  /** PV1-44 and PV1-45; one that cannot be read says nothing. */
  admitted?: TimeStamp | null;
  discharged?: TimeStamp | null;
  /** PV1-3.1. This and what follows is not there in messages that were read before it was kept. */
  unit?: Er7Value;
  /** PV1-37, where it is a name: where the resident goes. */
  destination?: string;
  /** The hospital by the name that its own message has for it. */
  provider?: string;
  /** EVN-4, where it is a text: why it happened. */
  eventReason?: string;
  /** PV2-3, where it is a text: why the patient was admitted. */
  admitReason?: string;
  /** DG1-3: the final one first. */
  diagnosis?: string;
}

export interface PhysicianName {
  first: string | null;
  last: string | null;
}

export interface MessageFacts {
  event: AdtEvent;
  /** When it happened. Of a cancellation, when that happened which it cancels; null where it does not say. */
  happened: TimeStamp | null;
  /** When it was said: of two words about the same, the later one counts. */
  said: TimeStamp;
  /** MSH-7, where it has an offset: that of the sender's clocks. */
  sentAt?: TimeStamp | undefined;
  /** The resident's numbers; with a merge, of who stays. */
  people: PersonNumber[];
  /** MRG-1: whose words become those of `people`. Empty but for a merge. */
  merged: PersonNumber[];
  /** Further merges of the same message. */
  others?: { people: PersonNumber[]; merged: PersonNumber[] }[];
  firstName?: Er7Value;
  lastName?: Er7Value;
  visit: VisitFacts;
  physician: PhysicianName | null;
  /** IN1-2 of each insurance. */
  plans: string[];
}

/** Why a message can never be used: sent again, it would be no better. */
export type MessageFault =
  | "no_patient_number"
  | "too_many_numbers"
  | "no_time"
  | "bad_time"
  | "malformed"
  | "deletion"
  | "no_merged_number"
  | "merged_with_itself";

/** What came of reading a message. Set aside: it changes no stay. */
export type MessageReading =
  | { outcome: "read"; facts: MessageFacts }
  | { outcome: "aside" }
  | { outcome: "unusable"; fault: MessageFault };

export interface MessageHeader {
  /** MSH-3.1, the sending application. */
  application: string | null;
  /** MSH-4.1, the sending facility. */
  facility: string | null;
  /** PV1-3.4: where the resident is, which tells the facility where MSH-4 names an enterprise. */
  location: string | null;
  /** MSH-10; an answer names it. */
  controlId: string | null;
  /** MSH-9, such as `ADT` and `A01`. */
  type: string;
  trigger: string;
}
