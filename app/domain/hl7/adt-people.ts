import type { Er7Repetition } from "./er7";

/** A patient's number with whoever gave it: the same number of two givers is of two people. */
export interface PersonNumber {
  number: string;
  /** Namespace or id of the assigning authority; empty where none is named. */
  authority: string;
}

/** Types of numbers that are an organisation's own for a patient. Others, such as a social security number, identify nobody here. */
const OWN_NUMBERS = new Set(["MR", "PI"]);

/** The numbers among the occurrences of PID-3 or MRG-1 by which a patient is known, each once. */
export function readPeople(
  repetitions: readonly Er7Repetition[],
): PersonNumber[] {
  const people = new Map<string, PersonNumber>();
  for (const one of repetitions) {
    const number = one.component(1);
    const type = one.component(5);
    // Senders that have one number for each patient often leave its type out.
    if (!number || (type && !OWN_NUMBERS.has(type.toUpperCase()))) continue;
    const authority =
      one.component(4, 1) ?? one.component(4, 2) ?? one.component(6, 1) ?? "";
    people.set(JSON.stringify([number, authority]), { number, authority });
  }
  return [...people.values()];
}
