import type {
  AdtEvent,
  MessageReading,
  PersonNumber,
  PhysicianName,
  TimeStamp,
  VisitFacts,
} from "~/features/messages/rules/message-facts";
import { ToldTimes } from "~/features/messages/rules/message-time";
import { isOpen, oldestFirst, placeOf } from "./fhir-header";
import { nameOf, npiOf, personNumbers } from "./fhir-people";
import { identifierIn, type References } from "./references";
import type {
  Coding,
  Concept,
  Encounter,
  Identifier,
  Patient,
  Reference,
  ShownConcept,
} from "./shapes";
import { faultOfPeople } from "~/features/messages/rules/person-numbers";

/** PV1-2, and PV1-18 for an observation. */
interface VisitClass {
  patientClass: string;
  patientType: string | undefined;
}

const OBSERVATION: VisitClass = { patientClass: "O", patientType: "OBS" };

const CLASSES: Readonly<Record<string, string>> = {
  IMP: "I",
  ACUTE: "I",
  NONAC: "I",
  EMER: "E",
  AMB: "O",
  SS: "O",
  VR: "O",
  HH: "O",
  FLD: "O",
  PRENC: "P",
};

/** Keeps an unknown code: the sender's codes may include it. */
export function visitClassOf(
  coding: Coding | undefined,
): VisitClass | undefined {
  const code = coding?.code?.trim();
  if (!code) return undefined;
  const known = code.toUpperCase();
  if (known === "OBSENC") return OBSERVATION;
  return { patientClass: CLASSES[known] ?? code, patientType: undefined };
}

/** `admit-source` to PV1-14, by UB-04 and HL7's table 23. */
const ADMIT_SOURCES: Readonly<Record<string, string>> = {
  "hosp-trans": "4",
  emd: "7",
  outp: "2",
  gp: "1",
  mp: "1",
  nursing: "5",
  psych: "4",
  rehab: "6",
  born: "9",
  other: "9",
};

/** UB-04 codes for `discharge-disposition`, which has no code for a hospital. */
const DISPOSITIONS: Readonly<Record<string, string>> = {
  home: "01",
  "alt-home": "01",
  hosp: "51",
  long: "04",
  aadvice: "07",
  exp: "20",
  psy: "65",
  rehab: "62",
  snf: "03",
};

const OWN_SYSTEMS = /admit-source$|discharge-disposition$/;

export function admitSourceOf(concept: Concept | undefined) {
  return translated(concept, ADMIT_SOURCES);
}

export function dispositionOf(concept: Concept | undefined) {
  return translated(concept, DISPOSITIONS);
}

/** A coding of UB-04 or the sender's own precedes FHIR's few codes, and stays unchanged. */
function translated(
  concept: Concept | undefined,
  table: Readonly<Record<string, string>>,
): string | undefined {
  const codings = (concept?.coding ?? []).filter(({ code }) => code?.trim());
  const other = codings.find(({ system }) => !OWN_SYSTEMS.test(system ?? ""));
  const code = (other ?? codings[0])?.code?.trim();
  if (!code) return undefined;
  return Object.hasOwn(table, code) ? table[code] : code;
}

export interface Circumstances {
  timestamp: string | undefined;
  plansOf: (patient: Patient) => string[];
}

/** Reads an Encounter as a visit's state; sets aside a part of another. */
export function readEncounter(
  encounter: Encounter,
  references: References,
  { timestamp, plansOf }: Circumstances,
): MessageReading {
  const { status } = encounter;
  if (status === "planned" || status === "unknown" || encounter.partOf) {
    return { outcome: "aside" };
  }
  const patient = references.find("Patient", encounter.subject);
  const people = numbersOf(patient, encounter.subject);
  const fault = faultOfPeople(people);
  if (fault) return { outcome: "unusable", fault };
  const stamps = new ToldTimes();
  const times = timesOf(encounter, stamps);
  const said =
    stamps.told(encounter.meta?.lastUpdated || timestamp) ??
    times.discharged ??
    times.admitted;
  const { event, since } = eventOf(encounter, times, stamps);
  if (stamps.isBroken) return { outcome: "unusable", fault: "bad_time" };
  if (!said || !isTold(encounter, times)) {
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
      plans: patient ? plansOf(patient) : [],
    },
  };
}

/** Numbers of an included patient, else the one in the reference. */
export function numbersOf(
  patient: Patient | null,
  reference: Reference | undefined,
): PersonNumber[] {
  if (patient) return personNumbers(patient.identifier);
  const named = identifierIn(reference);
  return named ? personNumbers([named]) : [];
}

interface Times {
  /** Null: the visit never happened. Undefined: unknown. */
  admitted: TimeStamp | null | undefined;
  /** Null: the visit goes on. */
  discharged: TimeStamp | null | undefined;
}

function timesOf(
  { status, period, statusHistory }: Encounter,
  stamps: ToldTimes,
): Times {
  if (status === "cancelled" || status === "entered-in-error") {
    return { admitted: null, discharged: null };
  }
  const since = (wanted: string) =>
    oldestFirst(statusHistory)
      .filter((one) => one.status === wanted)
      .map((one) => stamps.told(one.period?.start))
      .find((stamp) => stamp !== undefined);
  const admitted =
    stamps.told(period?.start) ?? since("arrived") ?? since("in-progress");
  if (status !== "finished") return { admitted, discharged: null };
  return {
    admitted,
    discharged: stamps.told(period?.end) ?? since("finished"),
  };
}

function isTold({ status }: Encounter, { admitted, discharged }: Times) {
  return status === "finished"
    ? discharged !== undefined
    : admitted !== undefined;
}

/** A leave is its own event; everything else is the visit's state. */
function eventOf(
  { status, statusHistory }: Encounter,
  { discharged }: Times,
  stamps: ToldTimes,
): { event: AdtEvent; since: TimeStamp | null | undefined } {
  const leaves = oldestFirst(statusHistory).filter(
    (one) => one.status === "onleave",
  );
  if (status === "onleave") {
    const leave = leaves.filter(isOpen).at(-1) ?? leaves.at(-1);
    return { event: "leave", since: stamps.told(leave?.period?.start) };
  }
  const back = leaves.filter((one) => !isOpen(one)).at(-1);
  return {
    event: "state",
    since: discharged ?? stamps.told(back?.period?.end),
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
  const disposition = dispositionOf(hospitalization?.dischargeDisposition);
  return {
    number: visitNumberOf(encounter) ?? admitted ?? undefined,
    encounterId: encounter.id?.trim() || undefined,
    patientClass: visitClass?.patientClass,
    patientType: visitClass?.patientType,
    admitSource: admitSourceOf(hospitalization?.admitSource),
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
