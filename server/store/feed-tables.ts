import type { Generated } from "kysely";
import type { MessageReasonName } from "~/features/messages/rules/message-states";

/** What has become of a message. */
export type MessageStatus =
  /** Not applied yet, or to be applied again. */
  | "stored"
  /** Stays are derived from it. */
  | "used"
  /** It is applied when what it needs is there. */
  | "waiting"
  /** It changes no stay. */
  | "aside"
  /** It can never be used. */
  | "unusable"
  /** An account manager has taken it out. */
  | "dropped";

/** `type` of the messages that merge. */
export const MERGES = ["ADT^A40", "Patient^link"];

/** Who sends messages, what of, and in which words (R283). */
export interface SenderTable {
  /** MSH-3.1. */
  sender: string;
  /** The code in MSH-4.1 or PV1-3.4. */
  facility: string;
  role: "facility" | "hospital";
  /** The facility whose messages these are; of a hospital, whose residents it tells of, or null for those of any. */
  facility_id: number | null;
  /** The sender's own words, such as `PV1-36:HOSP=02`, separated by spaces. */
  codes: string;
  /** Where its messages may come from, separated by spaces; empty: from anywhere. */
  bound_to: Generated<string>;
  /** Grows with every change, for optimistic locking. */
  version: number;
  updated_at: string;
}

/** A message that was received. Rows are added, and never deleted. */
export interface FeedMessageTable {
  id: Generated<number>;
  /** SHA-256 of its bytes: the same message is stored once. */
  digest: string;
  received_at: string;
  via: "mllp" | "folder" | "file";
  encoding: "hl7" | "fhir";
  /** MSH-3.1, MSH-4.1 and PV1-3.4. */
  sender: string | null;
  facility: string | null;
  location: string | null;
  /** MSH-10. */
  control_id: string | null;
  /** 1: another message of this sender has the same control id. */
  reused_id: 0 | 1;
  /** MSH-9, such as `ADT^A01`. */
  type: string;
  /** What it says, as JSON (`MessageFacts`); null where it changes no stay. */
  facts: string | null;
  status: MessageStatus;
  reason: MessageReasonName | null;
  /** Whose it is, as the senders say; null until it is known. */
  facility_id: number | null;
  role: "facility" | "hospital" | null;
  /** When it was said, in UTC; one that claims to come from the future, when it was received. Null until its facility is known. */
  said_at: string | null;
  /** 1: it is a facility's, and tells of a resident who comes or goes. */
  movement: 0 | 1;
  /** Address, or `files`, and names of the certificate, as a JSON array, until its sender accepts it. */
  came_from: string | null;
}

/** The bytes of a message, until they are dropped. */
export interface FeedRawTable {
  message_id: number;
  content: Buffer;
}

/** A number by which a resident is known. */
export interface FeedNumberTable {
  id: Generated<number>;
  /** Who gave it: an assigning authority, or the facility or hospital that names none. */
  scope: string;
  number: string;
  /** Whose it is; null as long as no stay of theirs is known. */
  patient_id: number | null;
}

/** The numbers that a message names. */
export interface FeedMessageNumberTable {
  message_id: number;
  number_id: number;
}

export interface FeedFacilityTable {
  facility_id: number;
  /** When its newest message was said, in UTC. */
  last_message_at: string;
  /** The same of those that tell of a movement. */
  last_movement_at: string | null;
}

/** Whose word a row is. */
export interface SaidRow {
  /** When an import last gave the row another value, in milliseconds since 1970; null: before all messages, or by none. */
  said_ms: Generated<number | null>;
  /** Null: the census's. A row that messages alone tell of has a negative id. */
  word_of: Generated<"feed" | null>;
  /** What the census says, as JSON, where messages have the later word; else null. */
  recorded: Generated<string | null>;
}
