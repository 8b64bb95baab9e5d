import type {
  MessageReading,
  PersonNumber,
  PhysicianName,
} from "~/features/messages/rules/message-facts";
import { TimeReader } from "~/features/messages/rules/message-time";
import {
  faultOfMerges,
  personNumbers as numbersBy,
} from "~/features/messages/rules/person-numbers";
import { identifierIn, type References } from "./references";
import type { HumanName, Identifier, Patient, Reference } from "./shapes";

const IN_WORDS: readonly (readonly [RegExp, string])[] = [
  [/^mrn?$|medical record/i, "MR"],
  [/^pi$|patient (id|identifier|number)/i, "PI"],
];

/** Leaves out old numbers: they may be somebody else's now. */
function personNumbers(
  identifiers: readonly Identifier[] | undefined,
): PersonNumber[] {
  const current = (identifiers ?? []).filter(({ use }) => use !== "old");
  return numbersBy(
    current.flatMap((one) => {
      const number = one.value?.trim() ?? "";
      const authority = authorityOf(one);
      return typeCodesOf(one).map((typeCode) => ({
        number,
        authority,
        typeCode,
      }));
    }),
  );
}

/** A number's type by codes, else words. An unknown type identifies nobody. */
function typeCodesOf({ type }: Identifier): string[] {
  const codes = (type?.coding ?? []).flatMap(({ code }) => code?.trim() || []);
  if (codes.length > 0) return codes;
  const text = type?.text?.trim();
  if (!text) return [""];
  const [found] = IN_WORDS.filter(([words]) => words.test(text));
  return found ? [found[1]] : [];
}

/** Uses HL7's spelling, so a number is equal in both. */
function authorityOf({ system, assigner }: Identifier): string {
  return (
    system?.trim().replace(/^urn:oid:/i, "") ||
    assigner?.identifier?.value?.trim() ||
    assigner?.display?.trim() ||
    ""
  );
}

/** The official name, else the first that is not old. */
export function nameOf(names: readonly HumanName[] | undefined): PhysicianName {
  const current = (names ?? []).filter(({ use }) => use !== "old");
  const name = current.find(({ use }) => use === "official") ?? current[0];
  const given = name?.given?.find((one) => one?.trim());
  return { first: given?.trim() ?? null, last: name?.family?.trim() || null };
}

const NPI = /^\d{10}$/;
const NPI_SYSTEM = /fhir\/sid\/us-npi$|(^|:)2\.16\.840\.1\.113883\.4\.6$/;

export function npiOf(
  identifiers: readonly Identifier[] | undefined,
): string | undefined {
  return (identifiers ?? [])
    .filter(
      ({ system, type }) =>
        NPI_SYSTEM.test(system ?? "") ||
        type?.coding?.some(({ code }) => code === "NPI"),
    )
    .map(({ value }) => value?.trim() ?? "")
    .find((value) => NPI.test(value));
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

type Link = NonNullable<Patient["link"]>[number];

export function mergingLinks({ link }: Patient): Link[] {
  return (link ?? []).filter(
    ({ type }) => type === "replaces" || type === "replaced-by",
  );
}

export function readLink(
  patient: Patient,
  { type, other }: Link,
  references: References,
  timestamp: string | undefined,
): MessageReading {
  const own = personNumbers(patient.identifier);
  const others = numbersOf(references.find("Patient", other), other);
  const times = new TimeReader();
  const said = times.read(patient.meta?.lastUpdated || timestamp);
  if (times.isBroken) return { outcome: "unusable", fault: "bad_time" };
  return type === "replaces"
    ? readMerge(own, others, said)
    : readMerge(others, own, said);
}

function readMerge(
  people: PersonNumber[],
  merged: PersonNumber[],
  said: string | null | undefined,
): MessageReading {
  const fault = faultOfMerges([{ people, merged }]);
  if (fault) return { outcome: "unusable", fault };
  if (!said) return { outcome: "unusable", fault: "no_time" };
  return {
    outcome: "read",
    facts: {
      event: "merge",
      happened: said,
      said,
      people,
      merged,
      visit: {},
      physician: null,
      plans: [],
    },
  };
}
