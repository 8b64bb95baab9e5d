import type { Er7Repetition } from "./er7";
import type { PersonNumber } from "../feed/message-facts";
import { eachOnce, OWN_NUMBERS } from "../feed/people-fault";

/** Authorities whose numbers are social security numbers, also where a sender leaves out the type. */
const OF_THE_STATE = new Set([
  "SS",
  "SSN",
  "SSA",
  "USSSA",
  "2.16.840.1.113883.4.1",
]);

/** The numbers among the occurrences of PID-3 or MRG-1 by which a patient is known, each once. */
export function readPeople(
  repetitions: readonly Er7Repetition[],
): PersonNumber[] {
  const people: PersonNumber[] = [];
  for (const one of repetitions) {
    const number = one.component(1);
    const type = one.component(5)?.toUpperCase() ?? "";
    // Senders that have one number for each patient often leave its type out.
    if (!number || (type && !OWN_NUMBERS.has(type))) continue;
    const authority =
      one.component(4, 1) ?? one.component(4, 2) ?? one.component(6, 1) ?? "";
    if (OF_THE_STATE.has(authority.toUpperCase())) continue;
    people.push({ number, authority, type: OWN_NUMBERS.get(type) });
  }
  return eachOnce(people);
}
