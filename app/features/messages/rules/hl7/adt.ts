import type { Er7Message, Er7Repetition, Er7Segment, Er7Value } from "./er7";
import { hasOffset, TimeReader } from "../message-time";
import {
  faultOfMerges,
  faultOfPeople,
  type MergedPair,
  personNumbers,
} from "../person-numbers";
import type {
  AdtEvent,
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
  // Some senders give names, some ids alone.
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
  // Senders leave EVN-1 as it was.
  const event = type === "ADT" && EVENTS.get(trigger);
  if (!event) return { outcome: "aside" };
  const pid = message.first("PID");
  const people = readPeople(pid?.repetitions(3));
  const merges = event === "merge" ? readMerges(message) : [];
  const [merge, ...others] = merges;
  const fault = merge ? faultOfMerges(merges) : faultOfPeople(people);
  if (fault) return { outcome: "unusable", fault };
  const times = new TimeReader();
  const visit = readVisit(message, times);
  const evn = message.first("EVN");
  const happened = times.read(evn?.value(6)) ?? happenedIn(visit, event);
  // An unreadable MSH-7 matters only without another time.
  const sent = new TimeReader();
  const sentAt = sent.read(message.header.value(7)) ?? undefined;
  const said = times.read(evn?.value(2)) ?? sentAt ?? happened;
  if (times.isBroken || (!said && sent.isBroken)) {
    return { outcome: "unusable", fault: "bad_time" };
  }
  if (!said) return { outcome: "unusable", fault: "no_time" };
  return {
    outcome: "read",
    facts: {
      event,
      happened: happened ?? (event.startsWith("cancel_") ? null : said),
      said,
      sentAt: sentAt && hasOffset(sentAt) ? sentAt : undefined,
      ...(merge ?? { people, merged: [] }),
      ...(others.length > 0 && { others }),
      lastName: pid?.value(5, 1),
      firstName: pid?.value(5, 2),
      visit,
      physician: physicianOf(message.first("PV1")),
      plans: message
        .all("IN1")
        .map((segment) => segment.text(2))
        .filter((plan) => plan !== null),
    },
  };
}

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

function readVisit(message: Er7Message, times: TimeReader): VisitFacts {
  const pv1 = message.first("PV1");
  return {
    number: pv1?.value(19),
    patientClass: pv1?.value(2),
    npi: pv1 && npiOf(pv1),
    admitSource: pv1?.value(14),
    patientType: pv1?.value(18),
    disposition: pv1?.value(36),
    admitted: times.read(pv1?.value(44)),
    discharged: times.read(pv1?.value(45)),
    unit: pv1?.value(3),
    destination: proseOf(pv1?.text(37, 1, 2)) ?? proseOf(pv1?.text(37)),
    eventReason: reasonIn(message.first("EVN"), 4),
    admitReason: reasonIn(message.first("PV2"), 3),
    diagnosis: diagnosisOf(message.all("DG1")),
  };
}

/** A number of ten digits is an NPI if it says so, else if it begins like one. */
const TEN_DIGITS = /^\d{10}$/;
const NPI = /^[12]\d{9}$/;

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
        typeCode: one.component(5) ?? "",
      };
    }),
  );
}

/** Each MRG goes with the PID before it. */
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

function reasonIn(
  segment: Er7Segment | undefined,
  field: number,
): string | undefined {
  return segment?.text(field, 2) ?? proseOf(segment?.text(field));
}

/** A text has words; a code has none. */
function proseOf(text: string | null | undefined): string | undefined {
  return text && /\p{L}{2}/u.test(text) && /\s/.test(text) ? text : undefined;
}

const TYPES = ["F", "W", "A"];

/** The most final diagnosis; the first of several. */
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
