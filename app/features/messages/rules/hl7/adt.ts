import type { Er7Message, Er7Repetition, Er7Segment, Er7Value } from "./er7";
import { hasOffset, ToldTimes } from "../message-time";
import {
  faultOfMerges,
  faultOfPeople,
  type MergedPair,
  personNumbers,
} from "../person-numbers";
import type {
  AdtEvent,
  MessageFacts,
  MessageHeader,
  MessageReading,
  PersonNumber,
  PhysicianName,
  TimeStamp,
  VisitFacts,
} from "../message-facts";

const EVENTS = new Map<string, AdtEvent>([
  ["A01", "admit"],
  ["A04", "admit"],
  ["A02", "move"],
  ["A03", "discharge"],
  ["A06", "change_class"],
  ["A07", "change_class"],
  ["A08", "update"],
  ["A31", "update"],
  ["A11", "cancel_admit"],
  ["A12", "cancel_move"],
  ["A13", "cancel_discharge"],
  ["A21", "leave"],
  ["A22", "return"],
  ["A52", "cancel_leave"],
  ["A53", "cancel_return"],
  ["A40", "merge"],
]);

export function readHeader(message: Er7Message): MessageHeader {
  const { header } = message;
  // Some give names, and some ids alone.
  const named = (field: number) => header.text(field) ?? header.text(field, 2);
  const place = message.first("PV1");
  return {
    application: named(3),
    facility: named(4),
    location: place?.text(3, 4) ?? place?.text(3, 4, 2) ?? null,
    controlId: header.text(10),
    type: header.text(9) ?? "",
    trigger: header.text(9, 2) ?? message.first("EVN")?.text(1) ?? "",
  };
}

export function readAdt(message: Er7Message): MessageReading {
  const { type, trigger } = readHeader(message);
  // The event is that of MSH-9, where it has one: senders leave EVN-1 as it was.
  const event = type === "ADT" && EVENTS.get(trigger);
  if (!event) return { outcome: "aside" };
  const pid = message.first("PID");
  const people = readPeople(pid?.repetitions(3));
  const merges = event === "merge" ? readMerges(message) : [];
  const fault =
    merges.length > 0 ? faultOfMerges(merges) : faultOfPeople(people);
  if (fault) return { outcome: "unusable", fault };
  const times = new ToldTimes();
  const visit = readVisit(message.first("PV1"), times);
  const evn = message.first("EVN");
  const happened = times.told(evn?.value(6)) ?? happenedIn(visit, event);
  // The header's time is of the line: one that cannot be read is missed where no other one is told.
  const sent = new ToldTimes();
  const sentAt = sent.told(message.header.value(7)) ?? undefined;
  const said = times.told(evn?.value(2)) ?? sentAt ?? happened;
  if (times.isBroken || (!said && sent.isBroken)) {
    return { outcome: "unusable", fault: "bad_time" };
  }
  if (!said) return { outcome: "unusable", fault: "no_time" };
  return {
    outcome: "read",
    facts: {
      event,
      happened: happened ?? (isCancellation(event) ? null : said),
      said,
      sentAt: sentAt && hasOffset(sentAt) ? sentAt : undefined,
      ...peopleOf(merges, people),
      lastName: pid?.value(5, 1),
      firstName: pid?.value(5, 2),
      visit: { ...visit, ...readDetails(message) },
      physician: physicianOf(message.first("PV1")),
      plans: message
        .all("IN1")
        .map((segment) => segment.text(2))
        .filter((plan) => plan !== null),
    },
  };
}

function peopleOf(
  [first, ...others]: readonly MergedPair[],
  people: PersonNumber[],
): Pick<MessageFacts, "people" | "merged" | "others"> {
  if (!first) return { people, merged: [] };
  return others.length > 0 ? { ...first, others } : first;
}

function isCancellation(event: AdtEvent): boolean {
  return event.startsWith("cancel_");
}

/** The visit's own time, where EVN-6 tells none; the time of being said comes after these. */
function happenedIn(
  { admitted, discharged }: VisitFacts,
  event: AdtEvent,
): TimeStamp | null {
  if (event === "admit" || event === "cancel_admit") return admitted ?? null;
  if (event === "discharge" || event === "cancel_discharge") {
    return discharged ?? null;
  }
  return null;
}

function readVisit(pv1: Er7Segment | undefined, times: ToldTimes): VisitFacts {
  return {
    number: pv1?.value(19),
    patientClass: pv1?.value(2),
    npi: pv1 && npiOf(pv1),
    admitSource: pv1?.value(14),
    patientType: pv1?.value(18),
    disposition: pv1?.value(36),
    admitted: times.told(pv1?.value(44)),
    discharged: times.told(pv1?.value(45)),
  };
}

/** Numbers of ten digits are an NPI where they say so, else where they begin as one does. */
const TEN_DIGITS = /^\d{10}$/;
const NPI = /^[12]\d{9}$/;

/** Who is named with an NPI among the physicians: the one whose number says that it is one, else the first that has its form. */
function withNpi(pv1: Er7Segment): Er7Repetition | undefined {
  const all = pv1
    .repetitions(7)
    .filter((one) => TEN_DIGITS.test(one.component(1) ?? ""));
  const saysSo = (one: Er7Repetition) =>
    [9, 10, 11, 12, 13].some(
      (at) => one.component(at)?.toUpperCase() === "NPI",
    );
  return (
    all.find(saysSo) ?? all.find((one) => NPI.test(one.component(1) ?? ""))
  );
}

function npiOf(pv1: Er7Segment): Er7Value {
  if (pv1.repetitions(7)[0]?.isDeleted) return null;
  return withNpi(pv1)?.component(1);
}

function physicianOf(pv1: Er7Segment | undefined): PhysicianName | null {
  const named = pv1 && withNpi(pv1);
  if (!named) return null;
  return {
    last: named.component(2) ?? null,
    first: named.component(3) ?? null,
  };
}

/** The numbers among the occurrences of PID-3 or MRG-1 by which a patient is known, each once. */
function readPeople(
  repetitions: readonly Er7Repetition[] = [],
): PersonNumber[] {
  return personNumbers(
    repetitions.map((one) => {
      const name = one.component(4, 1) ?? undefined;
      const id = one.component(4, 2) ?? undefined;
      return {
        number: one.component(1) ?? "",
        authority: name ?? id ?? one.component(6, 1) ?? "",
        authorityId: name && id,
        // Senders that have one number for each patient often leave its type out.
        typeCode: one.component(5) ?? "",
      };
    }),
  );
}

/** Who becomes whom: each MRG with the PID before it, however many there are of both. */
function readMerges(message: Er7Message): MergedPair[] {
  const pairs: MergedPair[] = [];
  const patients = message.all("PID");
  let [at] = patients;
  let isMerged = true;
  const add = (merged: PersonNumber[]) => {
    pairs.push({ people: readPeople(at?.repetitions(3)), merged });
    isMerged = true;
  };
  for (const segment of message.segments) {
    if (segment.name === "MRG") add(readPeople(segment.repetitions(1)));
    if (segment.name !== "PID") continue;
    if (!isMerged) add([]);
    at = segment;
    isMerged = false;
  }
  const isLeftOver = !isMerged && patients.length > 1;
  if (isLeftOver || pairs.length === 0) add([]);
  return pairs;
}

type Details = Pick<
  VisitFacts,
  "unit" | "destination" | "eventReason" | "admitReason" | "diagnosis"
>;

/** What a message tells of a visit beside its times and codes: where in the building, why, and what was found. */
function readDetails(message: Er7Message): Details {
  const pv1 = message.first("PV1");
  return {
    unit: pv1?.value(3),
    destination: proseOf(pv1?.text(37, 1, 2)) ?? proseOf(pv1?.text(37)),
    eventReason: reasonIn(message.first("EVN"), 4),
    admitReason: reasonIn(message.first("PV2"), 3),
    diagnosis: diagnosisOf(message.all("DG1")),
  };
}

/** The text beside a code, or in its place. */
function reasonIn(
  segment: Er7Segment | undefined,
  field: number,
): string | undefined {
  return segment?.text(field, 2) ?? proseOf(segment?.text(field));
}

/** What people write has words; a code has none. */
function proseOf(text: string | null | undefined): string | undefined {
  return text && /\p{L}{2}/u.test(text) && /\s/.test(text) ? text : undefined;
}

/** DG1-6: final, working, and at admission. */
const TYPES = ["F", "W", "A"];

/** The text and code of the most final diagnosis; of several, the first. */
function diagnosisOf(segments: readonly Er7Segment[]): string | undefined {
  const rank = (segment: Er7Segment) => {
    const at = TYPES.indexOf(segment.text(6)?.toUpperCase() ?? "");
    return at < 0 ? TYPES.length : at;
  };
  const [named] = segments
    .map((segment) => ({
      rank: rank(segment),
      code: segment.text(3),
      text: segment.text(3, 2) ?? segment.text(4),
    }))
    .filter(({ code, text }) => code ?? text)
    .sort((one, other) => one.rank - other.rank);
  if (!named) return undefined;
  const { code, text } = named;
  return code && text ? `${text} (${code})` : (text ?? code ?? undefined);
}
