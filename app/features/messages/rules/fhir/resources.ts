/**
 * What is read of the resources of FHIR R4, in its own names. A list or text that is not there says nothing.
 */
export interface Coding {
  system?: string;
  code?: string;
}

/** With the words that are shown for it. */
export interface ShownConcept {
  coding?: (Coding & { display?: string })[];
  text?: string;
}

export interface Concept {
  coding?: Coding[];
  text?: string;
}

export interface Period {
  start?: string;
  end?: string;
}

export interface Identifier {
  use?: string;
  type?: Concept;
  system?: string;
  value?: string;
  assigner?: { identifier?: { value?: string }; display?: string };
}

export interface Reference {
  reference?: string;
  identifier?: Identifier;
}

/** With the name of what it refers to. */
export interface ShownReference extends Reference {
  display?: string;
}

export interface HumanName {
  use?: string;
  family?: string;
  given?: (string | null)[];
}

interface Resource {
  id?: string;
  meta?: { versionId?: string; lastUpdated?: string; source?: string };
}

export interface Encounter extends Resource {
  resourceType: "Encounter";
  identifier?: Identifier[];
  status: EncounterStatus;
  statusHistory?: { status: string; period?: Period }[];
  class?: Coding;
  classHistory?: { class: Coding; period?: Period }[];
  subject?: Reference;
  participant?: {
    type?: Concept[];
    period?: Period;
    individual?: Reference;
  }[];
  period?: Period;
  hospitalization?: { admitSource?: Concept; dischargeDisposition?: Concept };
  location?: { location?: ShownReference; status?: string; period?: Period }[];
  serviceProvider?: ShownReference;
  reasonCode?: ShownConcept[];
  diagnosis?: { condition?: ShownReference }[];
  partOf?: Reference;
}

export const ENCOUNTER_STATUSES = [
  "planned",
  "arrived",
  "triaged",
  "in-progress",
  "onleave",
  "finished",
  "cancelled",
  "entered-in-error",
  "unknown",
] as const;

export type EncounterStatus = (typeof ENCOUNTER_STATUSES)[number];

export interface Patient extends Resource {
  resourceType: "Patient";
  identifier?: Identifier[];
  name?: HumanName[];
  managingOrganization?: Reference;
  link?: { other?: Reference; type?: string }[];
}

export interface Organization extends Resource {
  resourceType: "Organization";
  identifier?: Identifier[];
}

export interface Location extends Resource {
  resourceType: "Location";
  identifier?: Identifier[];
  managingOrganization?: Reference;
}

export interface Practitioner extends Resource {
  resourceType: "Practitioner";
  identifier?: Identifier[];
  name?: HumanName[];
}

export interface PractitionerRole extends Resource {
  resourceType: "PractitionerRole";
  practitioner?: Reference;
}

export interface Coverage extends Resource {
  resourceType: "Coverage";
  status?: string;
  type?: Concept;
  beneficiary?: Reference;
  class?: { type?: Concept; value?: string }[];
}

/** The resources that an Encounter may refer to. */
export type Referred =
  | Patient
  | Organization
  | Location
  | Practitioner
  | PractitionerRole
  | Coverage;

export type ReferredType = Referred["resourceType"];
