import type { Coding, Concept } from "./resources";

/** A class as HL7's messages have it: PV1-2, and PV1-18 where only that tells an observation. */
export interface VisitClass {
  patientClass: string;
  patientType: string | undefined;
}

const OBSERVATION: VisitClass = { patientClass: "O", patientType: "OBS" };

/** The codes of `v3-ActCode`. */
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

/** PV1-2 and PV1-18 of the class of an Encounter. A code that is not known stays as it is: a sender's own words tell it. */
export function visitClassOf(
  coding: Coding | undefined,
): VisitClass | undefined {
  const code = coding?.code?.trim();
  if (!code) return undefined;
  const known = code.toUpperCase();
  if (known === "OBSENC") return OBSERVATION;
  return { patientClass: CLASSES[known] ?? code, patientType: undefined };
}

/** `admit-source` as PV1-14 has it, by UB-04 and HL7's table 23. */
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

/** `discharge-disposition` as UB-04 has it. It has no code for a hospital. */
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

/** PV1-14. A code of another system, such as NUBC's of UB-04, stays as it is. */
export function admitSourceOf(concept: Concept | undefined) {
  return translated(concept, ADMIT_SOURCES);
}

/** PV1-36. */
export function dispositionOf(concept: Concept | undefined) {
  return translated(concept, DISPOSITIONS);
}

/** Of several codings, one of UB-04 or of the sender's own says more than FHIR's few codes. */
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
