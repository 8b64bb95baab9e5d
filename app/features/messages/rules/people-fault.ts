import {
  MOST_NUMBERS,
  type MessageFault,
  type PersonNumber,
} from "./message-facts";
import { personKey, type MergedPair } from "./person-numbers";

/** Why a message can never be used for whom it is about; null where it can (R307). */
export function faultOfPeople(
  people: readonly PersonNumber[],
): MessageFault | null {
  if (people.length === 0) return "no_patient_number";
  return people.length > MOST_NUMBERS ? "too_many_numbers" : null;
}

export function faultOfMerges(
  pairs: readonly MergedPair[],
): MessageFault | null {
  const numbers = pairs.flatMap(({ people, merged }) => [...people, ...merged]);
  if (numbers.length > MOST_NUMBERS) return "too_many_numbers";
  const faults = pairs.map(({ people, merged }): MessageFault | null => {
    if (people.length === 0) return "no_patient_number";
    if (merged.length === 0) return "no_merged_number";
    const staying = new Set(people.map(personKey));
    return merged.every((one) => staying.has(personKey(one)))
      ? "merged_with_itself"
      : null;
  });
  return faults.find((fault) => fault !== null) ?? null;
}
