import type {
  PersonNumber,
  PhysicianName,
} from "~/features/messages/rules/message-facts";
import {
  personNumbers as numbersOf,
  type SentNumber,
} from "~/features/messages/rules/person-numbers";
import type { HumanName, Identifier } from "./shapes";

const IN_WORDS: readonly (readonly [RegExp, string])[] = [
  [/^mrn?$|medical record/i, "MR"],
  [/^pi$|patient (id|identifier|number)/i, "PI"],
];

/** Leaves out old numbers: they may be somebody else's now. */
export function personNumbers(
  identifiers: readonly Identifier[] | undefined,
): PersonNumber[] {
  const current = (identifiers ?? []).filter(({ use }) => use !== "old");
  return numbersOf(
    current.flatMap((one): SentNumber[] => {
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
