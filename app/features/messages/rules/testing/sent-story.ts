import { isoDayOf } from "~/domain/calendar";
import { readAdt } from "../hl7/adt";
import { Er7Message } from "../hl7/er7";
import type { MessageReading } from "../message-facts";
import { deriveResident } from "../resident";
import { wordOf } from "../word-of-message";
import type { Word } from "../words";
import type { CensusStay } from "../visit-stays";
import { orders } from "./orders";

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

/**
 * Messages such as `A21 14 0600; A22 14 1000 of=14; H A04 14 0700 2=E 19=H1`: the event, the day of June and the hour,
 * EVN-6, and fields of PV1. A leave and a discharge are to a hospital, unless PV1-36 says otherwise.
 */
export function sent(text: string): Sent[] {
  return text.split("; ").map((one) => {
    const parts = one.split(" ");
    const isHospital = parts[0] === "H";
    const [event = "", ...rest] = parts.slice(isHospital ? 1 : 0);
    const times = rest.filter((part) => !part.includes("="));
    const fields = rest
      .filter((part) => part.includes("="))
      .map((pair) => pair.split("=") as [string, string]);
    const { of, at, ...pv1 } = Object.fromEntries(fields) as Record<
      string,
      string
    >;
    const isAway = event === "A21" || event === "A03";
    const away: Record<number, string> = isAway ? { 36: "02" } : {};
    const visit: Record<number, string> = { 2: "I", 19: "V1", ...away, ...pv1 };
    return {
      event,
      said: `202606${times.join("")}`,
      ...(of && { happened: `202606${of}` }),
      ...(at && { facilityId: Number(at) }),
      isHospital,
      pv1: visit,
    };
  });
}

export function readingOf(one: Sent): MessageReading {
  const { event, said, happened = "", sentAt = said, pv1 = {} } = one;
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
export function wordFrom(one: Sent, id = 1): Word {
  const { isHospital = false, facilityId = 100, received = LATER } = one;
  const reading = readingOf(one);
  if (reading.outcome !== "read") throw new Error(JSON.stringify(reading));
  const word = wordOf({
    id,
    facts: reading.facts,
    receivedMs: Date.parse(received),
    role: isHospital ? "hospital" : "facility",
    facilityId: isHospital ? null : facilityId,
    sender: "PCC",
    facility: "",
    timeZone: one.timeZone ?? "America/New_York",
    codes: {},
  });
  if (!word) throw new Error("no word");
  return word;
}

/** What follows from messages and the census: each stay as `from..to`, each transfer as `day outcome, back on`. */
export function storyOf(
  messages: string | readonly Sent[],
  census: readonly CensusStay[] = [],
): { stays: string[]; transfers: string[]; waiting: string[] } {
  const all = typeof messages === "string" ? sent(messages) : messages;
  return storyFrom(wordsOf(all), census);
}

const wordsOf = (all: readonly Sent[]) =>
  all.map((one, at) => wordFrom(one, at + 1));

function storyFrom(words: Word[], census: readonly CensusStay[] = []) {
  const resident = deriveResident(words, census, []);
  const day = (at: number | null) => (at === null ? "" : isoDayOf(at).slice(5));
  return {
    stays: resident.stays.map(
      ({ facility_id, admitted_on, discharged_on }) =>
        `${facility_id === 100 ? "" : `${facility_id} `}${day(admitted_on)}..${day(discharged_on)}`,
    ),
    transfers: resident.transfers.map((one) =>
      [
        day(one.transferred_on),
        one.outcome,
        ...(one.assumed ? ["assumed"] : []),
        ...(one.returned_on === null ? [] : [`back ${day(one.returned_on)}`]),
      ].join(" "),
    ),
    waiting: resident.waiting.map(({ reason }) => reason),
  };
}

/** The same in every order of up to five messages, and in the opposite one of more. */
export function storyInAnyOrder(text: string): ReturnType<typeof storyOf> {
  const words = wordsOf(sent(text));
  const story = storyFrom(words);
  const expected = JSON.stringify(story);
  for (const one of words.length > 5 ? [words.reverse()] : orders(words)) {
    if (JSON.stringify(storyFrom(one)) !== expected) {
      throw new Error(`another story in another order: ${text}`);
    }
  }
  return story;
}
