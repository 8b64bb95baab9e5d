import type { Logger } from "pino";
import {
  MOST_NUMBERS,
  type MessageFault,
  type MessageReading,
} from "~/features/messages/rules/message-facts";
import { isJson } from "~/features/messages/rules/message-segments";
import { BY_FILES } from "~/features/messages/rules/sender-rules";
import { readAdt, readHeader } from "~/features/messages/rules/hl7/adt";
import { decodeMessage } from "~/features/messages/rules/hl7/charset";
import { Er7Message } from "~/features/messages/rules/hl7/er7";
import {
  type Clock,
  afterRealTimeAwake,
  type After,
} from "~server/clock/clock";
import { readFhir } from "~server/messages/fhir/read-fhir";
import { ensureFigures } from "~server/measures/rebuild";
import type { Store } from "~server/store/open-store";
import { Applier } from "./apply/applier";
import { startRawRetention } from "./senders/raw-retention";
import { MessageLog, type ReadMessage } from "./log/message-log";
import type { Receive, Incoming, Receipt } from "./receive";

export interface FeedOptions {
  clock: Clock;
  log: Logger;
  retentionDays: number;
  after?: After;
}

export interface Feed {
  receive: Receive;
  applied(): Promise<void>;
  /** Stores what was received; the next feed applies the rest. */
  close(): Promise<void>;
}

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

export function readMessage({
  bytes,
  via,
  receivedAt,
  peer = [],
}: Incoming): ReadMessage | Receipt {
  const content = Buffer.from(bytes);
  const cameFrom = via === "mllp" ? peer : [BY_FILES];
  const sent = { content, via, receivedAt, cameFrom };
  const { text } = decodeMessage(content);
  if (!isJson(text)) {
    const message = Er7Message.parse(text);
    if (!message) return refused("this is neither HL7 nor FHIR");
    const [header, reading] = [readHeader(message), readAdt(message)];
    return { ...sent, encoding: "hl7", header, reading };
  }
  const [message, ...others] = readFhir(text) ?? [];
  if (!message || others.length > 0) {
    return refused("this is no single message of FHIR");
  }
  const { header, reading } = message;
  return { ...sent, encoding: "fhir", header, reading };
}

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

export async function openFeed(
  store: Store,
  { clock, log, retentionDays, after = afterRealTimeAwake }: FeedOptions,
): Promise<Feed> {
  await ensureFigures(store.db);
  const retention = startRawRetention({
    db: store.db,
    log,
    clock,
    after,
    keptDays: retentionDays,
  });
  const applier = new Applier({ db: store.db, log, clock, after });
  const messages = new MessageLog(store.db, () => applier.wake());
  return {
    async receive(incoming) {
      const message = readMessage(incoming);
      if ("code" in message) return message;
      const stored = await messages.store(message);
      return receiptOf(message.reading, stored === "repeated");
    },
    async applied() {
      await messages.settled();
      await applier.idle();
    },
    async close() {
      await messages.settled();
      await applier.close();
      await retention.stop();
    },
  };
}
