import { isoDayOf } from "~/domain/calendar";
import { readAdt } from "../hl7/adt";
import { Er7Message } from "../hl7/er7";
import type { MessageReading } from "../message-facts";
import { deriveResident } from "../resident";
import type { CensusTransfer } from "../resident-transfers";
import { wordOf } from "../word-of-message";
import type { Word } from "../words";
import type { CensusStay } from "../visit-stays";

export interface Sent {
  /** Such as `A01`. */
  event: string;
  /** EVN-2. */
  said: string;
  /** EVN-6. */
  happened?: string;
  /** MSH-7, where it is another. */
  sentAt?: string;
  pv1?: Record<number, string>;
  /** Of a hospital; else of a facility. */
  isHospital?: boolean;
  facilityId?: number;
  timeZone?: string;
  received?: string;
}

const LATER = "2027-01-01T00:00:00Z";

export function readingOf(sent: Sent): MessageReading {
  const { event, said, happened = "", sentAt = said, pv1 = {} } = sent;
  const visit = Array.from({ length: 46 }, (_, at) => pv1[at] ?? "");
  const message = Er7Message.parse(
    [
      `MSH|^~\\&|PCC|MAPLE|||${sentAt}||ADT^${event}|C1|P|2.5`,
      `EVN||${said}||||${happened}`,
      "PID|1||77^^^MAPLE^MR",
      ["PV1", ...visit.slice(1)].join("|"),
    ].join("\r"),
  );
  if (!message) throw new Error("no message");
  return readAdt(message);
}

/** The word of a message; throws where it cannot be used. */
export function wordFrom(sent: Sent, id = 1): Word {
  const { isHospital = false, facilityId = 100, received = LATER } = sent;
  const reading = readingOf(sent);
  if (reading.outcome !== "read") throw new Error(JSON.stringify(reading));
  const word = wordOf({
    id,
    facts: reading.facts,
    receivedMs: Date.parse(received),
    role: isHospital ? "hospital" : "facility",
    facilityId: isHospital ? null : facilityId,
    sender: "PCC",
    facility: "",
    timeZone: sent.timeZone ?? "America/New_York",
    codes: {},
  });
  if (!word) throw new Error("no word");
  return word;
}

/** What follows from messages and the census: each stay as `from..to`, each transfer as `day outcome, back on`. */
export function storyOf(
  sent: readonly Sent[],
  stays: readonly CensusStay[] = [],
  transfers: readonly CensusTransfer[] = [],
): { stays: string[]; transfers: string[]; waiting: string[] } {
  return toldStory(
    sent.map((one, at) => wordFrom(one, at + 1)),
    stays,
    transfers,
  );
}

function toldStory(
  words: readonly Word[],
  stays: readonly CensusStay[] = [],
  transfers: readonly CensusTransfer[] = [],
): ReturnType<typeof storyOf> {
  const told = deriveResident(words, stays, transfers);
  const day = (at: number | null) => (at === null ? "" : isoDayOf(at).slice(5));
  return {
    stays: told.stays.map(
      ({ facility_id, admitted_on, discharged_on }) =>
        `${facility_id === 100 ? "" : `${facility_id} `}${day(admitted_on)}..${day(discharged_on)}`,
    ),
    transfers: told.transfers.map((one) =>
      [
        day(one.transferred_on),
        one.outcome,
        ...(one.assumed ? ["assumed"] : []),
        ...(one.returned_on === null ? [] : [`back ${day(one.returned_on)}`]),
      ].join(" "),
    ),
    waiting: told.waiting.map(({ reason }) => reason),
  };
}
