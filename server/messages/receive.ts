import type { AcknowledgmentCode } from "~/features/messages/rules/hl7/acknowledgment";

export type Via = "mllp" | "folder" | "file";

export interface Incoming {
  bytes: Uint8Array;
  via: Via;
  receivedAt: Date;
  /** By MLLP, the sender's address and the names of its certificate. */
  peer?: readonly string[];
}

export type Outcome = "stored" | "repeated" | "aside" | "unusable" | "refused";

export interface Receipt {
  code: AcknowledgmentCode;
  /** Why, in words without patient data; null with AA. */
  text: string | null;
  outcome: Outcome;
}

/**
 * Resolves once the message is stored, or refused. Rejects where it could not be stored: then nothing is answered, and the
 * sender sends again.
 */
export type Receive = (message: Incoming) => Promise<Receipt>;

export function tooLarge(mostBytes: number): Receipt {
  return {
    code: "AE",
    text: `the message is larger than ${mostBytes} bytes`,
    outcome: "unusable",
  };
}
