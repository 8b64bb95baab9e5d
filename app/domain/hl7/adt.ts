import { adtEventOf, type AdtEvent } from "./adt-events";
import type { Er7Message, Er7Segment, Er7Value } from "./er7";
import { readPeople, type PersonNumber } from "./adt-people";
import { parseEr7Time, type Er7Time } from "./er7-time";

/** Who sent a message, and which one it is. */
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

/** What a message says of a visit. Undefined: nothing; null: what was said before is deleted. */
export interface VisitWords {
  /** PV1-19. */
  number: Er7Value;
  /** PV1-2, such as `I`, `E` or `O`. */
  patientClass: Er7Value;
  /** PV1-7: the physician's NPI, ten digits. */
  npi: Er7Value;
  /** PV1-14, where the patient came from. */
  admitSource: Er7Value;
  /** PV1-18. */
  patientType: Er7Value;
  /** PV1-36, where the patient goes. */
  disposition: Er7Value;
  /** PV1-44 and PV1-45; one that cannot be read says nothing. */
  admitted: Er7Time | null | undefined;
  discharged: Er7Time | null | undefined;
}

/** What a message says, in terms of stays. */
export interface AdtWords {
  event: AdtEvent;
  /** When it happened. Of a cancellation, when that happened which it cancels; null where it does not say. */
  happened: Er7Time | null;
  /** When it was said: of two words about the same, the later one counts. */
  said: Er7Time;
  /** The resident's numbers; with a merge, of who stays. */
  people: PersonNumber[];
  /** MRG-1: whose words become those of `people`. Empty but for a merge. */
  merged: PersonNumber[];
  firstName: Er7Value;
  lastName: Er7Value;
  visit: VisitWords;
  /** IN1-2 of each insurance. */
  plans: string[];
}

/** Why a message can never be used: sent again, it would be no better. */
export type AdtFault =
  | "no_patient_number"
  | "no_time"
  | "no_merged_number"
  | "merged_with_itself";

/** What came of reading a message that is HL7. Set aside: it changes no stay. */
export type AdtReading =
  | { outcome: "read"; words: AdtWords }
  | { outcome: "aside" }
  | { outcome: "unusable"; fault: AdtFault };

export function readHeader(message: Er7Message): MessageHeader {
  const { header } = message;
  return {
    application: header.text(3),
    facility: header.text(4),
    location: message.first("PV1")?.text(3, 4) ?? null,
    controlId: header.text(10),
    type: header.text(9) ?? "",
    trigger: header.text(9, 2) ?? "",
  };
}

/**
 * Reads what a message says.
 *
 * @param timeZone of the facility, for times without an offset
 */
export function readAdt(message: Er7Message, timeZone: string): AdtReading {
  const { type, trigger } = readHeader(message);
  // The event is that of MSH-9: senders leave EVN-1 as it was.
  const event = type === "ADT" ? adtEventOf(trigger) : null;
  if (!event) return { outcome: "aside" };
  const pid = message.first("PID");
  const people = readPeople(pid?.repetitions(3) ?? []);
  if (people.length === 0) {
    return { outcome: "unusable", fault: "no_patient_number" };
  }
  const visit = readVisit(message.first("PV1"), timeZone);
  const happened = happenedAt(message, event, visit, timeZone);
  const said =
    timeOf(message.first("EVN"), 2, timeZone) ??
    timeOf(message.header, 7, timeZone) ??
    happened;
  if (!said) return { outcome: "unusable", fault: "no_time" };
  const merged =
    event === "merge"
      ? readPeople(message.first("MRG")?.repetitions(1) ?? [])
      : [];
  const fault = event === "merge" ? faultOfMerge(people, merged) : null;
  if (fault) return { outcome: "unusable", fault };
  return {
    outcome: "read",
    words: {
      event,
      happened: happened ?? (isCancellation(event) ? null : said),
      said,
      people,
      merged,
      lastName: pid?.value(5, 1),
      firstName: pid?.value(5, 2),
      visit,
      plans: message
        .all("IN1")
        .map((segment) => segment.text(2))
        .filter((plan) => plan !== null),
    },
  };
}

function isCancellation(event: AdtEvent): boolean {
  return event.startsWith("cancel_");
}

/** EVN-6, else the visit's own time; the time of being said comes after these. */
function happenedAt(
  message: Er7Message,
  event: AdtEvent,
  { admitted, discharged }: VisitWords,
  timeZone: string,
): Er7Time | null {
  const occurred = timeOf(message.first("EVN"), 6, timeZone);
  if (occurred) return occurred;
  if (event === "admit" || event === "cancel_admit") return admitted ?? null;
  if (event === "discharge" || event === "cancel_discharge") {
    return discharged ?? null;
  }
  return null;
}

function faultOfMerge(
  people: readonly PersonNumber[],
  merged: readonly PersonNumber[],
): AdtFault | null {
  if (merged.length === 0) return "no_merged_number";
  const isSame = (one: PersonNumber) =>
    people.some(
      ({ number, authority }) =>
        number === one.number && authority === one.authority,
    );
  return merged.every(isSame) ? "merged_with_itself" : null;
}

function readVisit(pv1: Er7Segment | undefined, timeZone: string): VisitWords {
  return {
    number: pv1?.value(19),
    patientClass: pv1?.value(2),
    npi: pv1 && npiOf(pv1),
    admitSource: pv1?.value(14),
    patientType: pv1?.value(18),
    disposition: pv1?.value(36),
    admitted: toldTime(pv1, 44, timeZone),
    discharged: toldTime(pv1, 45, timeZone),
  };
}

const NPI = /^[12]\d{9}$/;

/** The NPI among the physician's numbers: the one that says so, else the first that has its form. */
function npiOf(pv1: Er7Segment): Er7Value {
  const all = pv1.repetitions(7);
  if (all[0]?.isDeleted) return null;
  const numbers = all
    .map((one) => ({
      number: one.component(1),
      saysSo: [one.component(9), one.component(13)].some(
        (word) => word?.toUpperCase() === "NPI",
      ),
    }))
    .filter(({ number }) => number && NPI.test(number));
  return (numbers.find(({ saysSo }) => saysSo) ?? numbers[0])?.number;
}

function timeOf(
  segment: Er7Segment | undefined,
  field: number,
  timeZone: string,
): Er7Time | null {
  return toldTime(segment, field, timeZone) ?? null;
}

function toldTime(
  segment: Er7Segment | undefined,
  field: number,
  timeZone: string,
): Er7Time | null | undefined {
  const text = segment?.value(field);
  if (!text) return text === null ? null : undefined;
  return parseEr7Time(text, timeZone) ?? undefined;
}
