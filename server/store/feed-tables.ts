import type { Generated } from "kysely";
import type {
  MessageReasonName,
  MessageStatusName,
} from "~/features/messages/rules/message-states";
import type { WantedSender } from "~/features/messages/rules/sender-rules";

/** `type` of messages that merge residents. */
export const MERGES = ["ADT^A40", "Patient^link"];

/** Who sends messages, about which facility, and in which codes (R283). */
export interface SenderTable extends Omit<WantedSender, "bound_to"> {
  bound_to: Generated<string>;
  /** Incremented on every change, for optimistic locking. */
  version: number;
  updated_at: string;
}

/** Rows are never deleted. */
export interface FeedMessageTable {
  id: Generated<number>;
  /** SHA-256 of its bytes: a repeated message is stored once. */
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
  /** `MessageFacts` as JSON; null if it changes no stay. */
  facts: string | null;
  status: MessageStatusName;
  reason: MessageReasonName | null;
  /** Facility by the senders table; null until known. */
  facility_id: number | null;
  role: "facility" | "hospital" | null;
  /** When it was sent, in UTC, but never later than it was received. Null until its facility is known. */
  said_at: string | null;
  /** 1: it comes from a facility and reports that a resident came or left. */
  movement: 0 | 1;
  /** Address or `files`, and the certificate's names, as a JSON array; kept until its sender accepts it. */
  came_from: string | null;
}

export interface FeedRawTable {
  message_id: number;
  content: Buffer;
}

/** A resident's identifier. */
export interface FeedNumberTable {
  id: Generated<number>;
  /** The assigning authority, or the facility or hospital if it names none. */
  scope: string;
  number: string;
  /** Null until a stay of theirs is known. */
  patient_id: number | null;
}

export interface FeedMessageNumberTable {
  message_id: number;
  number_id: number;
}

export interface FeedFacilityTable {
  facility_id: number;
  /** When its newest message was sent, in UTC. */
  last_message_at: string;
  /** The same for messages about a movement. */
  last_movement_at: string | null;
}

export interface SaidRow {
  /** When an import last changed the row, in milliseconds since 1970; null if before all messages, or never. */
  said_ms: Generated<number | null>;
  /** Null: the census. Rows known only from messages have negative ids. */
  word_of: Generated<"feed" | null>;
  /** The census's values as JSON, if messages are newer; else null. */
  recorded: Generated<string | null>;
}

export interface FeedTables {
  senders: SenderTable;
  feed_messages: FeedMessageTable;
  feed_raw: FeedRawTable;
  feed_numbers: FeedNumberTable;
  feed_message_numbers: FeedMessageNumberTable;
  feed_facilities: FeedFacilityTable;
}
