import {
  MOST_NUMBERS,
  type MessageFault,
  type MessageReading,
} from "~/features/messages/rules/message-facts";
import { isJson } from "~/features/messages/rules/message-segments";
import { BY_FILES } from "~/features/messages/rules/sender-origins";
import { readAdt, readHeader } from "~/features/messages/rules/hl7/adt";
import { decodeMessage } from "~/features/messages/rules/hl7/charset";
import { Er7Message } from "~/features/messages/rules/hl7/er7";
import { readFhir } from "./fhir/read-fhir";
import type { ReadMessage } from "./log/message-log";
import type { Incoming, Receipt } from "./receive";

const FAULTS: Readonly<Record<MessageFault, string>> = {
  no_patient_number:
    "no patient number of type MR or PI in PID-3 or Patient.identifier",
  too_many_numbers: `more than ${MOST_NUMBERS} patient numbers in PID-3 and MRG-1`,
  no_time: "no time in EVN-2, MSH-7, EVN-6 or Encounter.period",
  bad_time:
    "a time that cannot be read in EVN, MSH-7, PV1-44, PV1-45 or the Encounter",
  malformed: "the resource is not as FHIR R4 has it",
  deletion:
    "a deletion does not say whose visit it is; send the Encounter as entered-in-error",
  no_merged_number: "no patient number of type MR or PI in MRG-1",
  merged_with_itself: "MRG-1 has no other number than PID-3",
};

/** A message, or why it is none. */
export function readMessage({
  bytes,
  via,
  receivedAt,
  peer = [],
}: Incoming): ReadMessage | Receipt {
  const content = Buffer.from(bytes);
  const cameFrom = via === "mllp" ? peer : [BY_FILES];
  const { text } = decodeMessage(content);
  if (!isJson(text)) {
    const message = Er7Message.parse(text);
    // It may be a line of a file in FHIR.
    if (!message) return refused("this is neither HL7 nor FHIR");
    return {
      ...{ content, encoding: "hl7", via, receivedAt, cameFrom },
      ...{ header: readHeader(message), reading: readAdt(message) },
    };
  }
  // A file is taken apart into its messages before.
  const [message, ...others] = readFhir(text) ?? [];
  if (!message || others.length > 0) {
    return refused("this is no single message of FHIR");
  }
  const { header, reading } = message;
  return {
    ...{ content, encoding: "fhir", via, receivedAt, cameFrom },
    ...{ header, reading },
  };
}

/** What is told of a message that is stored, or was before. */
export function receiptOf(
  reading: MessageReading,
  isRepeated: boolean,
): Receipt {
  if (reading.outcome === "unusable") {
    return { code: "AE", text: FAULTS[reading.fault], outcome: "unusable" };
  }
  const outcome = reading.outcome === "aside" ? "aside" : "stored";
  return {
    code: "AA",
    text: null,
    outcome: isRepeated ? "repeated" : outcome,
  };
}

function refused(text: string): Receipt {
  return { code: "AR", text, outcome: "refused" };
}
