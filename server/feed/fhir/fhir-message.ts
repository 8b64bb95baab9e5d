import type {
  MessageHeader,
  MessageReading,
} from "~/features/messages/rules/message-facts";

/** What a resource tells, as a message of HL7 does. */
export interface FhirMessage {
  header: MessageHeader;
  reading: MessageReading;
  /**
   * What is stored as the raw message: a Bundle as canonical JSON of the resource as it was sent, and of what is read of those that
   * it refers to. Read again, it gives the same message.
   */
  raw: string;
}
