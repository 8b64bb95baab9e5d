import type { MessageFault, NumberType, PersonNumber } from "./message-facts";

/** Types of numbers that are an organisation's own for a patient; `MRN` is no code of HL7's, and often sent. Others, such as a social security number, identify nobody here. */
export const OWN_NUMBERS: ReadonlyMap<string, NumberType> = new Map([
  ["MR", "MR"],
  ["MRN", "MR"],
  ["PI", "PI"],
]);

/** Numbers with whoever gave them, each once. Of two types that one number has, it is a record number. */
export function eachOnce(people: readonly PersonNumber[]): PersonNumber[] {
  const known = new Map<string, PersonNumber>();
  for (const one of people) {
    const key = personKey(one);
    if (known.get(key)?.type !== "MR") known.set(key, one);
  }
  return [...known.values()];
}

function personKey({ number, authority }: PersonNumber): string {
  return JSON.stringify([number, authority]);
}

/** Most numbers of a message. Patients have a few; each number is looked up with all that is said under it. */
export const MOST_NUMBERS = 100;

/**
 * Why a message can never be used for whom it is about; null where it can (R307).
 *
 * @param merged the numbers that go; null where it is no merge
 */
export function faultOfPeople(
  people: readonly PersonNumber[],
  merged: readonly PersonNumber[] | null,
): MessageFault | null {
  if (people.length === 0) return "no_patient_number";
  if (people.length + (merged?.length ?? 0) > MOST_NUMBERS) {
    return "too_many_numbers";
  }
  if (!merged) return null;
  if (merged.length === 0) return "no_merged_number";
  const staying = new Set(people.map(personKey));
  return merged.every((one) => staying.has(personKey(one)))
    ? "merged_with_itself"
    : null;
}
