import type { MessageFacts } from "~/features/messages/rules/message-facts";
import { readFhir, type FhirMessage } from "../read-fhir";

export type Json = Record<string, unknown>;

export const patient: Json = {
  resourceType: "Patient",
  id: "p1",
  identifier: [
    { type: { coding: [{ code: "MR" }] }, system: "http://maple", value: "77" },
    { system: "http://hl7.org/fhir/sid/us-ssn", value: "999-99-9999" },
  ],
  name: [{ family: "Roe", given: ["Ann"] }],
  birthDate: "1940-01-01",
};

export const organization: Json = {
  resourceType: "Organization",
  id: "o1",
  identifier: [{ value: "MAPLE" }],
};

export const practitioner: Json = {
  resourceType: "Practitioner",
  id: "d1",
  identifier: [
    { system: "http://hl7.org/fhir/sid/us-npi", value: "1234567893" },
  ],
  name: [{ family: "Wu", given: ["Li"] }],
};

export function encounter(more: Json = {}): Json {
  return {
    resourceType: "Encounter",
    id: "e1",
    meta: { lastUpdated: "2026-06-14T15:00:00Z", versionId: "3" },
    identifier: [{ value: "V1" }],
    status: "in-progress",
    class: { code: "IMP" },
    subject: { reference: "Patient/p1" },
    period: { start: "2026-06-14T09:00:00-05:00" },
    serviceProvider: { reference: "Organization/o1" },
    participant: [
      {
        type: [{ coding: [{ code: "ATND" }] }],
        individual: { reference: "Practitioner/d1" },
      },
    ],
    ...more,
  };
}

export function bundle(resources: Json[], more: Json = {}): string {
  const entry = resources.map((resource) => ({ resource }));
  const resourceType = "Bundle";
  return JSON.stringify({ resourceType, type: "transaction", entry, ...more });
}

export function read(text: string): FhirMessage[] {
  const messages = readFhir(text);
  if (!messages) throw new Error("no FHIR");
  return messages;
}

export function first(text: string): FhirMessage {
  const [message] = read(text);
  if (!message) throw new Error("no message");
  return message;
}

/** What is read of an Encounter beside its patient, place and physician. */
export function facts(more: Json = {}, others: Json[] = []): MessageFacts {
  const all = [encounter(more), patient, organization, practitioner, ...others];
  const { reading } = first(bundle(all));
  if (reading.outcome !== "read") throw new Error(JSON.stringify(reading));
  return reading.facts;
}
