import type { AcknowledgmentCode } from "~/features/messages/rules/hl7/acknowledgment";

export interface Incoming {
  bytes: Uint8Array;
  via: "mllp" | "folder" | "file";
  receivedAt: Date;
  /** A caller by MLLP has its address and its certificate's names. */
  peer?: readonly string[];
}

export type Outcome = "stored" | "repeated" | "aside" | "unusable" | "refused";

export interface Receipt {
  code: AcknowledgmentCode;
  /** The reason, without patient data; null with AA. */
  text: string | null;
  outcome: Outcome;
}

/** Resolves once the message is stored or refused. Rejects if storing failed: the sender then sends it again. */
export type Receive = (message: Incoming) => Promise<Receipt>;

/** A message by port or in a file may have this much. */
export const MESSAGE_BYTES = 1_000_000;

export function tooLarge(mostBytes: number): Receipt {
  return {
    code: "AE",
    text: `the message is larger than ${mostBytes} bytes`,
    outcome: "unusable",
  };
}
