import type {
  AdtEvent,
  MessageHeader,
  MessageReading,
  PhysicianName,
  TimeStamp,
  VisitFacts,
} from "~/features/messages/rules/message-facts";
import {
  readTime,
  TimeReader,
  UTC,
} from "~/features/messages/rules/message-time";
import { faultOfPeople } from "~/features/messages/rules/person-numbers";
import { nameOf, npiOf, numbersOf } from "./patient";
import { identifierIn, type References, relativeAddress } from "./references";
import type {
  Coding,
  Concept,
  Encounter,
  Identifier,
  Patient,
  Period,
  Reference,
  ShownConcept,
  ShownReference,
} from "./shapes";

const UNNAMED_SENDER = "FHIR";

export function encounterHeader(
  encounter: Encounter,
  references: References,
  source: string | undefined,
): MessageHeader {
  const place = placeOf(encounter);
  const location = references.find("Location", place);
  const managing = organizationCode(location?.managingOrganization, references);
  const lies = managing ?? codeOf(location?.identifier, place);
  return {
    application: senderOf(encounter.meta?.source) ?? senderName(source),
    facility: organizationCode(encounter.serviceProvider, references) ?? lies,
    location: lies,
    controlId: versionOf(encounter),
    type: "Encounter",
    trigger: encounter.status,
  };
}

export function patientHeader(
  patient: Patient,
  references: References,
  source: string | undefined,
): MessageHeader {
  return {
    application: senderOf(patient.meta?.source) ?? senderName(source),
    facility: organizationCode(patient.managingOrganization, references),
    location: null,
    // Several links may belong to one version of a record.
    controlId: null,
    type: "Patient",
    trigger: "link",
  };
}

function senderName(source: string | undefined): string {
  return senderOf(source) ?? UNNAMED_SENDER;
}

/** Servers append a request mark after `#`. */
function senderOf(source: string | undefined): string | null {
  return source?.replace(/#.*$/s, "").trim() || null;
}

function versionOf({ id, meta }: Encounter): string | null {
  if (!id || !meta?.versionId) return null;
  return `Encounter/${id}/_history/${meta.versionId}`;
}

/** The active place, else the open one, else the last; of several the newest. */
function placeOf({ location }: Encounter): ShownReference | undefined {
  const places = oldestFirst(location);
  const now =
    places.filter(({ status }) => status === "active").at(-1) ??
    places.filter(isOpen).at(-1) ??
    places.at(-1);
  return now?.location;
}

function organizationCode(
  reference: Reference | undefined,
  references: References,
): string | null {
  const organization = references.find("Organization", reference);
  return codeOf(organization?.identifier, reference);
}

/** The first number in use, else the reference's, else the address. */
function codeOf(
  identifiers: readonly Identifier[] | undefined,
  reference: Reference | undefined,
): string | null {
  const numbers = [...(identifiers ?? []), identifierIn(reference)];
  const current = numbers.find(
    (one) => one?.value?.trim() && one.use !== "old",
  );
  return current?.value?.trim() ?? relativeAddress(reference);
}

interface Part {
  period?: Period | undefined;
}

/** Orders by beginning, then end, because senders list in any order; parts without a beginning come first. */
function oldestFirst<Kind extends Part>(
  parts: readonly Kind[] | undefined,
): Kind[] {
  const msOf = (text: string | undefined, unknown: number) =>
    (text && readTime(text, UTC)?.ms) || unknown;
  const began = ({ period }: Kind) => msOf(period?.start, -Infinity);
  const ended = ({ period }: Kind) => msOf(period?.end, Infinity);
  return [...(parts ?? [])].sort(
    (one, other) =>
      order(began(one), began(other)) || order(ended(one), ended(other)),
  );
}

function order(one: number, other: number): number {
  return one < other ? -1 : Number(one > other);
}

function isOpen({ period }: Part): boolean {
  return !period?.end;
}

const CLASSES = new Map([
  ["IMP", "I"],
  ["ACUTE", "I"],
  ["NONAC", "I"],
  ["EMER", "E"],
  ["AMB", "O"],
  ["SS", "O"],
  ["VR", "O"],
  ["HH", "O"],
  ["FLD", "O"],
  ["PRENC", "P"],
]);

/** PV1-2, and PV1-18 for an observation. Keeps an unknown code: the sender's codes may include it. */
function visitClassOf(
  coding: Coding | undefined,
): Pick<VisitFacts, "patientClass" | "patientType"> | undefined {
  const code = coding?.code?.trim();
  if (!code) return undefined;
  const known = code.toUpperCase();
  return known === "OBSENC"
    ? { patientClass: "O", patientType: "OBS" }
    : { patientClass: CLASSES.get(known) ?? code, patientType: undefined };
}

/** `admit-source` to PV1-14, by UB-04 and HL7's table 23. */
const ADMIT_SOURCES = new Map([
  ["hosp-trans", "4"],
  ["emd", "7"],
  ["outp", "2"],
  ["gp", "1"],
  ["mp", "1"],
  ["nursing", "5"],
  ["psych", "4"],
  ["rehab", "6"],
  ["born", "9"],
  ["other", "9"],
]);

/** UB-04 codes for `discharge-disposition`, which has no code for a hospital. */
const DISPOSITIONS = new Map([
  ["home", "01"],
  ["alt-home", "01"],
  ["hosp", "51"],
  ["long", "04"],
  ["aadvice", "07"],
  ["exp", "20"],
  ["psy", "65"],
  ["rehab", "62"],
  ["snf", "03"],
]);

const OWN_SYSTEMS = /admit-source$|discharge-disposition$/;

/** A coding of UB-04 or the sender's own precedes FHIR's few codes, and stays unchanged. */
function translated(
  concept: Concept | undefined,
  table: ReadonlyMap<string, string>,
): string | undefined {
  const codings = (concept?.coding ?? []).filter(({ code }) => code?.trim());
  const other = codings.find(({ system }) => !OWN_SYSTEMS.test(system ?? ""));
  const code = (other ?? codings[0])?.code?.trim();
  return code && (table.get(code) ?? code);
}

/** Reads an Encounter as a visit's state; sets aside a part of another. */
export function readEncounter(
  encounter: Encounter,
  references: References,
  timestamp: string | undefined,
): MessageReading {
  const { status } = encounter;
  if (status === "planned" || status === "unknown" || encounter.partOf) {
    return { outcome: "aside" };
  }
  const patient = references.find("Patient", encounter.subject);
  const people = numbersOf(patient, encounter.subject);
  const fault = faultOfPeople(people);
  if (fault) return { outcome: "unusable", fault };
  const stamps = new TimeReader();
  const times = timesOf(encounter, stamps);
  const said =
    stamps.read(encounter.meta?.lastUpdated || timestamp) ??
    times.discharged ??
    times.admitted;
  const { event, since } = eventOf(encounter, times, stamps);
  if (stamps.isBroken) return { outcome: "unusable", fault: "bad_time" };
  if (!said || !hasTimes(encounter, times)) {
    return { outcome: "unusable", fault: "no_time" };
  }
  const name = nameOf(patient?.name);
  const { npi, physician } = physicianOf(encounter, references);
  return {
    outcome: "read",
    facts: {
      event,
      happened: since ?? said,
      said,
      people,
      merged: [],
      lastName: name.last ?? undefined,
      firstName: name.first ?? undefined,
      visit: { ...visitOf(encounter, times), npi },
      physician,
      plans: patient ? references.plansOf(patient) : [],
    },
  };
}

interface Times {
  /** Null: the visit never happened. Undefined: unknown. */
  admitted: TimeStamp | null | undefined;
  /** Null: the visit goes on. */
  discharged: TimeStamp | null | undefined;
}

function timesOf(
  { status, period, statusHistory }: Encounter,
  stamps: TimeReader,
): Times {
  if (status === "cancelled" || status === "entered-in-error") {
    return { admitted: null, discharged: null };
  }
  const since = (wanted: string) =>
    oldestFirst(statusHistory)
      .filter((one) => one.status === wanted)
      .map((one) => stamps.read(one.period?.start))
      .find((stamp) => stamp !== undefined);
  const admitted =
    stamps.read(period?.start) ?? since("arrived") ?? since("in-progress");
  if (status !== "finished") return { admitted, discharged: null };
  return {
    admitted,
    discharged: stamps.read(period?.end) ?? since("finished"),
  };
}

function hasTimes({ status }: Encounter, { admitted, discharged }: Times) {
  return status === "finished"
    ? discharged !== undefined
    : admitted !== undefined;
}

/** A leave is its own event; everything else is the visit's state. */
function eventOf(
  { status, statusHistory }: Encounter,
  { discharged }: Times,
  stamps: TimeReader,
): { event: AdtEvent; since: TimeStamp | null | undefined } {
  const leaves = oldestFirst(statusHistory).filter(
    (one) => one.status === "onleave",
  );
  if (status === "onleave") {
    const leave = leaves.filter(isOpen).at(-1) ?? leaves.at(-1);
    return { event: "leave", since: stamps.read(leave?.period?.start) };
  }
  const back = leaves.filter((one) => !isOpen(one)).at(-1);
  return {
    event: "state",
    since: discharged ?? stamps.read(back?.period?.end),
  };
}

function visitOf(
  encounter: Encounter,
  { admitted, discharged }: Times,
): Omit<VisitFacts, "npi"> {
  const { hospitalization, classHistory } = encounter;
  const visitClass =
    visitClassOf(encounter.class) ??
    visitClassOf(oldestFirst(classHistory).at(-1)?.class);
  const { admitSource, dischargeDisposition } = hospitalization ?? {};
  const disposition = translated(dischargeDisposition, DISPOSITIONS);
  return {
    number: visitNumberOf(encounter) ?? admitted ?? undefined,
    encounterId: encounter.id?.trim() || undefined,
    ...visitClass,
    admitSource: translated(admitSource, ADMIT_SOURCES),
    disposition: disposition ?? (discharged === null ? null : undefined),
    admitted,
    discharged,
    ...detailsOf(encounter),
  };
}

function detailsOf(
  encounter: Encounter,
): Pick<VisitFacts, "unit" | "provider" | "admitReason" | "diagnosis"> {
  const { serviceProvider, reasonCode, diagnosis } = encounter;
  const shown = (one: ShownConcept) =>
    [one.text, ...(one.coding ?? []).map(({ display }) => display)].find(
      (text) => text?.trim(),
    );
  return {
    unit: placeOf(encounter)?.display,
    provider: serviceProvider?.display,
    admitReason: reasonCode?.map(shown).find(Boolean),
    diagnosis: diagnosis
      ?.map(({ condition }) => condition?.display?.trim())
      .find(Boolean),
  };
}

function visitNumberOf({ identifier, id }: Encounter): string | undefined {
  const current = (identifier ?? []).filter(
    ({ use, value }) => use !== "old" && value?.trim(),
  );
  const isVisit = ({ type }: Identifier) =>
    type?.coding?.some(({ code }) => code === "VN") ?? false;
  const named = current.find(isVisit) ?? current.find(({ type }) => !type);
  return named?.value?.trim() ?? (id?.trim() || undefined);
}

/** Who attends, else who performs, else who has no part. */
const PARTS = ["ATND", "PPRF", undefined];

function physicianOf(
  { participant }: Encounter,
  references: References,
): { npi: string | undefined; physician: PhysicianName | null } {
  for (const part of PARTS) {
    const inPart = (participant ?? []).filter(({ type }) => {
      const codes = (type ?? []).flatMap(({ coding }) => coding ?? []);
      return part
        ? codes.some(({ code }) => code === part)
        : codes.length === 0;
    });
    const newestFirst = oldestFirst(inPart).reverse();
    const byEnd = [
      ...newestFirst.filter(isOpen),
      ...newestFirst.filter((one) => !isOpen(one)),
    ];
    for (const { individual } of byEnd) {
      const found = practitionerOf(individual, references);
      if (found.npi) return found;
    }
  }
  return { npi: undefined, physician: null };
}

function practitionerOf(
  reference: Reference | undefined,
  references: References,
): { npi: string | undefined; physician: PhysicianName | null } {
  const role = references.find("PractitionerRole", reference);
  const person = role ? role.practitioner : reference;
  const practitioner = references.find("Practitioner", person);
  if (practitioner) {
    const npi = npiOf(practitioner.identifier);
    return { npi, physician: nameOf(practitioner.name) };
  }
  const named = identifierIn(person);
  return { npi: named && npiOf([named]), physician: null };
}
