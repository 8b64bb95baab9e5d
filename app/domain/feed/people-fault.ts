import type { MessageFault, PersonNumber } from "./message-facts";

/** Types of numbers that are an organisation's own for a patient; `MRN` is no code of HL7's, and often sent. Others, such as a social security number, identify nobody here. */
export const OWN_NUMBERS: ReadonlySet<string> = new Set(["MR", "MRN", "PI"]);

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
  const keyOf = ({ number, authority }: PersonNumber) =>
    JSON.stringify([number, authority]);
  const staying = new Set(people.map(keyOf));
  return merged.every((one) => staying.has(keyOf(one)))
    ? "merged_with_itself"
    : null;
}
